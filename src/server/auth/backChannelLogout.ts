/**
 * OpenID Connect Back-Channel Logout 1.0: an identity provider ends the sessions that it began. It says so by a token, which is checked as section 2.6
 * asks and counts once.
 */
import { createHash } from 'node:crypto';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import { database } from '@/server/db/database';
import { env } from '@/server/env';
import { log } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { asSystem } from '@/server/db/asSystem';
import { COMMON_PROVIDER } from './requiredSignOn';
import { ssoProviders } from './ssoProviders';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** No shared secrets, and no token that nobody signed. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const OLDEST_SECONDS = 600;
const CLOCK_SKEW_SECONDS = 60;
const FETCH_TIMEOUT_MS = 5_000;
const KEYS_KNOWN_FOR_MS = 3_600_000;
const LONGEST_TOKEN = 16_384;

interface Client {
  discoveryUrl: string;
  clientId: string;
  /** Null where only the discovery document names it. */
  issuer: string | null;
}

/** How this service is known to the provider; null for one that does not speak OpenID Connect. */
function clientOf(providerId: string): Client | null {
  const { OIDC_DISCOVERY_URL, OIDC_CLIENT_ID } = env();
  if (providerId === COMMON_PROVIDER) {
    if (OIDC_DISCOVERY_URL === undefined || OIDC_CLIENT_ID === undefined) return null;
    return { discoveryUrl: OIDC_DISCOVERY_URL, clientId: OIDC_CLIENT_ID, issuer: null };
  }
  const oidc = ssoProviders().find(({ id }) => id === providerId)?.oidc;
  if (oidc === undefined) return null;
  const { issuer, clientId } = oidc;
  return { discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, clientId, issuer };
}

interface Published {
  issuer: string;
  keys: ReturnType<typeof createRemoteJWKSet>;
  until: number;
}

const Discovery = z.object({ issuer: z.string().min(1), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** What the provider publishes about itself, asked for once an hour. Throws an Error if it does not answer or is another one. */
async function publishedBy(providerId: string, { discoveryUrl, issuer }: Client): Promise<Published> {
  const known = processState('logoutProviders', () => new Map<string, Published>());
  const held = known.get(providerId);
  if (held !== undefined && held.until > Date.now()) return held;
  const answer = await fetch(discoveryUrl, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  const document = Discovery.parse(await answer.json());
  if (issuer !== null && document.issuer !== issuer) throw new Error(`${discoveryUrl} names the issuer ${document.issuer}, not ${issuer}.`);
  const keys = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: FETCH_TIMEOUT_MS });
  const published = { issuer: document.issuer, keys, until: Date.now() + KEYS_KNOWN_FOR_MS };
  known.set(providerId, published);
  return published;
}

interface Logout {
  /** Names the token; SHA-256, since a provider may write anything. */
  tokenName: string;
  sid: string | null;
  sub: string | null;
}

function textIn(payload: JWTPayload, claim: string): string | null {
  const value = payload[claim];
  return typeof value === 'string' && value !== '' ? value : null;
}

class WrongToken extends Error {}

/** Throws a WrongToken that says what is wrong with the token. */
function readClaims(providerId: string, payload: JWTPayload, type: string | undefined): Logout {
  if (type !== undefined && !['logout+jwt', 'application/logout+jwt', 'jwt'].includes(type.toLowerCase()))
    throw new WrongToken(`a token of the type ${type} is not a logout token`);
  if ('nonce' in payload) throw new WrongToken('a logout token must not have a nonce');
  const events = payload.events;
  const event: unknown = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[LOGOUT_EVENT] : undefined;
  if (typeof event !== 'object' || event === null) throw new WrongToken('the token does not say that somebody logged out');
  const [sid, sub, jti] = [textIn(payload, 'sid'), textIn(payload, 'sub'), textIn(payload, 'jti')];
  if (jti === null) throw new WrongToken('the token has no jti');
  if (sid === null && sub === null) throw new WrongToken('the token names neither a session nor a person');
  return { tokenName: createHash('sha256').update(`${providerId}\n${jti}`).digest('hex'), sid, sub };
}

/** Ends the sessions, and remembers the token for as long as it could come again. False if it came before. */
async function endSessions(providerId: string, { tokenName, sid, sub }: Logout): Promise<boolean> {
  const forgetAt = new Date(Date.now() + (OLDEST_SECONDS + 2 * CLOCK_SKEW_SECONDS) * 1_000);
  return asSystem(database(), async (tx) => {
    const isNew = await tx.$executeRaw`
      insert into "verification" ("id", "identifier", "value", "expiresAt") values (${`logout:${tokenName}`}, 'back-channel-logout', ${providerId}, ${forgetAt})
      on conflict ("id") do nothing`;
    if (isNew === 0) return false;
    // Where the token or the sign-in did not name the session, it is every such session of the person with this provider.
    const ended = await tx.$executeRaw`
      delete from "session" where "providerId" = ${providerId} and ("providerSid" = ${sid}::text or (${sid}::text is null or "providerSid" is null)
        and "userId" in (select "userId" from "account" where "providerId" = ${providerId} and "accountId" = ${sub}::text))`;
    log().info({ providerId, ended }, 'an identity provider ended sessions');
    return true;
  });
}

function refuse(description: string): APIError {
  return new APIError('BAD_REQUEST', { error: 'invalid_request', error_description: description }, { 'cache-control': 'no-store' });
}

function unavailable(): APIError {
  return new APIError('SERVICE_UNAVAILABLE', { error: 'temporarily_unavailable' }, { 'retry-after': '30', 'cache-control': 'no-store' });
}

/** Whether the token is to blame, and not the provider's keys, which could not be fetched. */
function isAboutToken(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout) return false;
  return error instanceof WrongToken || (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC');
}

async function endByToken(providerId: string, token: string): Promise<void> {
  const client = clientOf(providerId);
  if (client === null)
    throw new APIError('NOT_FOUND', { error: 'invalid_request', error_description: 'There is no identity provider at this address.' });
  const { issuer, keys } = await publishedBy(providerId, client).catch((err: unknown) => {
    log().error({ err, providerId }, 'the keys of an identity provider cannot be read, so its logout was not carried out');
    throw unavailable();
  });
  let logout: Logout;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: client.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      maxTokenAge: OLDEST_SECONDS,
    });
    logout = readClaims(providerId, payload, protectedHeader.typ);
  } catch (error) {
    if (!isAboutToken(error)) throw unavailable();
    const reason = error instanceof Error ? error.message : String(error);
    log().warn({ providerId, reason }, 'a logout token was refused');
    throw refuse(reason);
  }
  if (!(await endSessions(providerId, logout))) throw refuse('this token was already used');
}

/** The endpoint as a plugin of better-auth, which limits how often an address may ask. */
export function backChannelLogout() {
  return {
    id: 'back-channel-logout' as const,
    endpoints: {
      backChannelLogout: createAuthEndpoint(
        '/back-channel-logout/:providerId',
        {
          method: 'POST',
          body: z.object({ logout_token: z.string().min(1).max(LONGEST_TOKEN) }),
          metadata: { allowedMediaTypes: ['application/x-www-form-urlencoded'] },
        },
        async (ctx) => {
          await endByToken(String(ctx.params.providerId), ctx.body.logout_token);
          ctx.setHeader('cache-control', 'no-store');
          return ctx.json({});
        },
      ),
    },
  };
}
