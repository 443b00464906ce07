/** A real OpenID Connect provider on this machine. People sign in without a form, and a test can tamper with its tokens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';

export interface Claims {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
  groups?: string[];
}

export interface IdentityProvider {
  discoveryUrl: string;
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** The next person to sign in; null aborts the sign-in. */
  person: Claims | null;
  /** Changes each ID token before it is issued. */
  spoil: ((token: { claims: JWTPayload; sign: (claims: JWTPayload) => Promise<string> }) => string | Promise<string>) | null;
  /** Follows the provider's pages from `address` like a browser; returns where they lead back to. */
  visit(address: string): Promise<string>;
  /** Ends the session that the last visit began, on the provider's own pages. It tells the services that asked for it. */
  logOut(): Promise<void>;
  /** Signs any claims with the provider's key. */
  sign(claims: JWTPayload, header?: object): Promise<string>;
  close(): void;
}

const SCOPES = 'openid email profile groups';

/** Runs until it is closed. `logoutUri` is where it says that somebody has logged out. */
export async function startIdentityProvider(redirectUri: string, logoutUri?: string): Promise<IdentityProvider> {
  const clientId = 'faultline';
  const clientSecret = 'a secret of this test alone';
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'k1', use: 'sig', alg: 'RS256' };

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let jar: Jar = new Map();
  const state: IdentityProvider = {
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    issuer,
    person: null,
    spoil: null,
    visit: (address) => visit(address, issuer, (jar = new Map())),
    logOut: () => logOut(issuer, jar),
    sign: (claims, header) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(privateKey),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        ...(logoutUri === undefined ? {} : { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [key] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: logoutUri !== undefined } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of this test alone'] },
    // Its own dispatcher refuses to call this machine.
    fetch: (url, options = {}) => globalThis.fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    // In seconds.
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...(state.person ?? { email: '' }), sub: id }) }),
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path !== '/token' || body?.id_token === undefined || state.spoil === null) return;
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    context.body = { ...body, id_token: await state.spoil({ claims, sign: state.sign }) };
  });
  server.on('request', (request, response) => {
    void (async () => {
      if (request.url?.startsWith('/interaction/') !== true) return provider.callback()(request, response);
      if (state.person === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: state.person.sub, clientId: String(params.client_id) });
      grant.addOIDCScope(SCOPES);
      const result = { login: { accountId: state.person.sub }, consent: { grantId: await grant.save() } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    })();
  });
  return state;
}

/** Cookies by name. */
type Jar = Map<string, string>;

async function fetchWith(jar: Jar, address: string, init: RequestInit = {}): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
  for (const set of answer.headers.getSetCookie()) {
    const [pair = ''] = set.split(';');
    const at = pair.indexOf('=');
    jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return answer;
}

async function visit(address: string, issuer: string, jar: Jar): Promise<string> {
  let next = address;
  for (let hop = 0; hop < 10 && next.startsWith(issuer); hop++) {
    const answer = await fetchWith(jar, next);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${next} answers ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  return next;
}

async function logOut(issuer: string, jar: Jar): Promise<void> {
  const page = await (await fetchWith(jar, `${issuer}/session/end`)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
  if (xsrf === undefined) throw new Error(`The provider shows no form for logging out: ${page}`);
  const answer = await fetchWith(jar, `${issuer}/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  if (answer.status >= 400) throw new Error(`Logging out answers ${answer.status}: ${await answer.text()}`);
}
