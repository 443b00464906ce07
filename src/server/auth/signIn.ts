/** Signing in, by better-auth: e-mail and password built in, an OpenID Connect provider by configuration. Nobody signs up here; people are invited. */
import { randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { genericOAuth } from 'better-auth/plugins';
import { database } from '../db';
import { env } from '../env';
import { processState } from '../processState';
import { passwords } from './passwords';

/** Whether an OpenID Connect provider is named, so that the sign-in page can offer it. */
export function isOidcConfigured(): boolean {
  const { OIDC_DISCOVERY_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env();
  return OIDC_DISCOVERY_URL !== undefined && OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_SECRET !== undefined;
}

/**
 * The origin that a browser sees this service under. Next rewrites the host in a request's URL (127.0.0.1 becomes localhost), so the headers are
 * asked: a page of another site can set neither.
 */
function ownOrigin(request: Request | undefined): string[] {
  const host = request?.headers.get('x-forwarded-host') ?? request?.headers.get('host');
  if (request === undefined || host == null) return [];
  const protocol = request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol.slice(0, -1);
  return [`${protocol}://${host}`];
}

function createAuth() {
  const { FAULTLINE_SECRET, PUBLIC_URL, PORT, OIDC_DISCOVERY_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, NODE_ENV } = env();
  const hasOidc = OIDC_DISCOVERY_URL !== undefined && OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_SECRET !== undefined;
  return betterAuth({
    appName: 'Faultline',
    secret: FAULTLINE_SECRET,
    // Never what a request says of itself: without a public address this is a trial on this machine.
    baseURL: PUBLIC_URL ?? `http://localhost:${PORT}`,
    basePath: '/api/auth',
    trustedOrigins: ownOrigin,
    database: prismaAdapter(database().prisma, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8, maxPasswordLength: 128, password: passwords() },
    session: { expiresIn: 7 * 24 * 3_600, updateAge: 24 * 3_600 },
    rateLimit: {
      enabled: NODE_ENV === 'production',
      storage: 'database',
      modelName: 'rateLimit',
      window: 60,
      max: 600,
      // Counted by address, behind which a whole company may sit on a Monday morning.
      customRules: { '/sign-in/email': { window: 60, max: 100 } },
    },
    advanced: {
      cookiePrefix: 'faultline',
      database: { generateId: () => randomUUID() },
      // An HTTPS proxy may stand in front of a production that was not told its address.
      useSecureCookies: PUBLIC_URL === undefined ? NODE_ENV === 'production' : PUBLIC_URL.startsWith('https:'),
    },
    telemetry: { enabled: false },
    plugins: hasOidc
      ? [
          genericOAuth({
            config: [
              {
                providerId: 'oidc',
                discoveryUrl: OIDC_DISCOVERY_URL,
                clientId: OIDC_CLIENT_ID,
                clientSecret: OIDC_CLIENT_SECRET,
                scopes: ['openid', 'email', 'profile'],
                disableImplicitSignUp: true,
              },
            ],
          }),
        ]
      : [],
  });
}

export function auth(): ReturnType<typeof createAuth> {
  return processState('auth', createAuth);
}

export interface SignedIn {
  id: string;
  name: string;
  email: string;
}

/** Somebody by the one session in which they ask. */
export interface LiveSession extends SignedIn {
  sessionId: string;
}

/** Whose session the cookies name; null without a living one. */
export async function findSession(headers: Headers): Promise<LiveSession | null> {
  if (headers.get('cookie') === null) return null;
  const found = await auth().api.getSession({ headers });
  if (found === null) return null;
  const { session, user } = found;
  return { id: user.id, name: user.name, email: user.email, sessionId: session.id };
}
