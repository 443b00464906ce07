/** Sign-in by better-auth: e-mail and password built in, OpenID Connect by configuration. Nobody signs up here; people are invited. */
import { randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { AppError } from '@/domain/errors';
import { database } from '@/server/db/database';
import { env } from '@/server/env';
import { log } from '@/server/observability/log';
import { forgetProcessState, processState } from '@/server/processState';
import { backChannelLogout } from './backChannelLogout';
import { accountKey, forgiveGuesses, takeGuess } from './guessLimit';
import { passwords } from './passwords';
import { refuseStranger } from './refuseStranger';
import { samlLogout } from './samlLogout';
import { rememberOrigin } from './sessionOrigin';
import { assertKnownProvider, assertPasswordAllowed, SSO_DISABLED_PATHS, ssoPlugin } from './ssoPlugin';
import { ssoProviders } from './ssoProviders';
import { withHashedTokens } from './sessionTokens';
import { takeSignInRequest } from './signInLimit';

const COOKIE_PREFIX = 'faultline';

/** What the sign-in page offers: a provider for everybody, providers by e-mail domain, passwords. */
export function waysIn(): { hasOidc: boolean; hasDomains: boolean; hasPassword: boolean } {
  const { OIDC_CLIENT_ID, PASSWORD_SIGN_IN } = env();
  return { hasOidc: OIDC_CLIENT_ID !== undefined, hasDomains: ssoProviders().length > 0, hasPassword: PASSWORD_SIGN_IN };
}

/**
 * The origin under which a browser sees this service. Next rewrites the host in a request's URL (127.0.0.1 becomes localhost), so the
 * headers are used; a page of another site can set neither.
 */
function ownOrigin(request: Request | undefined): string[] {
  const host = request?.headers.get('x-forwarded-host') ?? request?.headers.get('host');
  if (request === undefined || host == null) return [];
  const protocol = request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol.slice(0, -1);
  return [`${protocol}://${host}`];
}

/** The origins of OIDC providers, whose documents are fetched. */
function providerOrigins(): string[] {
  return ssoProviders().flatMap(({ oidc }) => (oidc === undefined ? [] : [new URL(oidc.issuer).origin]));
}

function createAuth() {
  const { FAULTLINE_SECRET, PUBLIC_URL, PORT, PASSWORD_SIGN_IN, OIDC_DISCOVERY_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, NODE_ENV } = env();
  const hasOidc = OIDC_DISCOVERY_URL !== undefined && OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_SECRET !== undefined;
  const baseURL = PUBLIC_URL ?? `http://localhost:${PORT}`;
  const byDomain = ssoPlugin(baseURL);
  return betterAuth({
    appName: 'Faultline',
    secret: FAULTLINE_SECRET,
    // Never taken from a request: without a public address this is a trial on this machine.
    baseURL,
    basePath: '/api/auth',
    trustedOrigins: (request) => [...ownOrigin(request), ...providerOrigins()],
    database: withHashedTokens(prismaAdapter(database().system, { provider: 'postgresql' })),
    emailAndPassword: {
      enabled: PASSWORD_SIGN_IN,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: passwords(),
    },
    user: { validateUserInfo: refuseStranger },
    session: {
      expiresIn: 7 * 24 * 3_600,
      updateAge: 24 * 3_600,
      additionalFields: {
        providerId: { type: 'string', required: false, input: false },
        providerSid: { type: 'string', required: false, input: false, returned: false },
      },
    },
    rateLimit: {
      enabled: NODE_ENV === 'production',
      customStorage: { consume: (key, rule) => takeSignInRequest(key, rule, declaredPaths()) },
      window: 60,
      max: 600,
      // Counted by address, which a whole company may share on a Monday morning: the library would allow three in ten seconds.
      customRules: { '/sign-in/*': { window: 60, max: 100 } },
    },
    hooks: { before: countGuess, after: rememberSignIn },
    // Sessions are listed and ended by our own procedures, which never handle tokens.
    disabledPaths: ['/list-sessions', '/revoke-session', '/revoke-sessions', '/revoke-other-sessions', ...SSO_DISABLED_PATHS],
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      database: { generateId: () => randomUUID() },
      // There may be an HTTPS proxy in front of a server that was not told its public address.
      useSecureCookies: PUBLIC_URL === undefined ? NODE_ENV === 'production' : PUBLIC_URL.startsWith('https:'),
    },
    telemetry: { enabled: false },
    // An operator cannot do anything about a wrong password. Setting a level would log every refusal to the console.
    logger: { log: (level, message, err: unknown) => void (level === 'error' && log().error({ err }, `signing in: ${message}`)) },
    plugins: [
      ...(byDomain !== null || hasOidc ? [backChannelLogout()] : []),
      ...(byDomain !== null ? [samlLogout(baseURL)] : []),
      ...(byDomain === null ? [] : [byDomain]),
      ...(hasOidc
        ? [
            genericOAuth({
              config: [
                {
                  providerId: 'oidc',
                  discoveryUrl: OIDC_DISCOVERY_URL,
                  clientId: OIDC_CLIENT_ID,
                  clientSecret: OIDC_CLIENT_SECRET,
                  scopes: ['openid', 'email', 'profile'],
                  // Checks signature, issuer, audience, times and nonce of the ID token with the provider's published keys.
                  requireIdTokenVerification: true,
                },
              ],
            }),
          ]
        : []),
    ],
  });
}

/** A signed cookie that names the account which somebody signed in to in this browser. */
const KNOWN_COOKIE = `${COOKIE_PREFIX}.known_account`;
const KNOWN_FOR_SECONDS = 180 * 24 * 3_600;

const countGuess = createAuthMiddleware(async (ctx) => {
  const body = (ctx.body ?? {}) as { email?: unknown; providerId?: unknown; domain?: unknown };
  assertKnownProvider(ctx.path, { ...body, ...(ctx.query as object | undefined), ...(ctx.params as object | undefined) });
  const { email } = body;
  if (ctx.path !== '/sign-in/email' || typeof email !== 'string') return;
  await assertPasswordAllowed(email);
  const account = accountKey(email);
  const isKnownBrowser = (await ctx.getSignedCookie(KNOWN_COOKIE, env().FAULTLINE_SECRET)) === account;
  const retryAfterSeconds = await takeGuess(account, isKnownBrowser);
  if (retryAfterSeconds === null) return;
  const message = `Too many attempts. Wait ${retryAfterSeconds} s, then try again.`;
  throw new APIError('TOO_MANY_REQUESTS', { message }, { 'Retry-After': String(retryAfterSeconds) });
});

const rememberSignIn = createAuthMiddleware(async (ctx) => {
  const started = ctx.context.newSession;
  if (started === null) return;
  await rememberOrigin(ctx.path, ctx.params ?? {}, started.session);
  const { email } = started.user;
  if (ctx.path !== '/sign-in/email') return;
  const account = accountKey(email);
  await forgiveGuesses(account);
  const { secure } = ctx.context.authCookies.sessionToken.attributes;
  const lasting = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: KNOWN_FOR_SECONDS,
    ...(secure === undefined ? {} : { secure }),
  } as const;
  await ctx.setSignedCookie(KNOWN_COOKIE, account, env().FAULTLINE_SECRET, lasting);
});

/** The paths of all endpoints, including plugins. */
function declaredPaths(): string[] {
  return Object.values(auth().api).flatMap((endpoint) => {
    const { path } = endpoint as { path?: unknown };
    return typeof path === 'string' ? [path] : [];
  });
}

/** Answers a request below /api/auth. A provider's metadata is read once; if it was unavailable, the next sign-in by it tries again. */
export async function answerAuth(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await auth().handler(request);
  if (answer.status !== 404 || !waysIn().hasOidc || !new URL(again.url).pathname.endsWith('/sign-in/social')) return answer;
  forgetProcessState('auth');
  return auth().handler(again);
}

/** The one instance of this process, created at its first use. */
export function auth(): ReturnType<typeof createAuth> {
  return processState('auth', createAuth);
}

export interface SignedIn {
  id: string;
  name: string;
  email: string;
}

/** A person and the one session in which they ask. */
export interface LiveSession extends SignedIn {
  sessionId: string;
  /** The identity provider that signed them in; null for a password. */
  providerId: string | null;
}

/** The session named by the cookies; null if it has ended. Throws `unavailable` if the database cannot be reached. */
export async function findSession(headers: Headers): Promise<LiveSession | null> {
  if (headers.get('cookie') === null) return null;
  const found = await auth()
    .api.getSession({ headers })
    .catch((error: unknown) => {
      // better-auth only says that it failed, and the database is all that it depends on.
      if (!isAPIError(error) || error.statusCode !== 500) throw error;
      throw new AppError('unavailable', 'Your session cannot be checked right now. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      });
    });
  if (found === null) return null;
  const { session, user } = found;
  return { id: user.id, name: user.name, email: user.email, sessionId: session.id, providerId: session.providerId ?? null };
}
