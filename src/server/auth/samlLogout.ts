/**
 * SAML single logout, as far as an identity provider ends the sessions that it began. The endpoint of @better-auth/sso is off: it reads whom to sign out
 * from outside of what was signed, and ends one session of a person where there may be several.
 */
import { createHash, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';
import { database } from '@/server/db/database';
import { log } from '@/server/observability/log';
import { asSystem } from '@/server/db/asSystem';
import {
  readIdentity,
  readLogoutRequest,
  readPosted,
  readRedirected,
  WrongMessage,
  type LogoutRequest,
  type SamlIdentity,
} from './samlMessages';
import { ssoProviders } from './ssoProviders';

const PATH = '/saml-logout';
/** Requests older than ten minutes are refused, so that is how long one has to be remembered, and some. */
const REMEMBERED_MS = 900_000;

/** Where a provider sends its logout requests. */
export function samlLogoutAddress(baseUrl: string, providerId: string): string {
  return `${baseUrl}/api/auth${PATH}/${providerId}`;
}

/** Ends all sessions that the provider began for the person. False if the request came before. */
async function endSessions(providerId: string, { id, nameId }: LogoutRequest): Promise<boolean> {
  const name = createHash('sha256').update(`${providerId}\n${id}`).digest('hex');
  const forgetAt = new Date(Date.now() + REMEMBERED_MS);
  return asSystem(database(), async (tx) => {
    const isNew = await tx.$executeRaw`
      insert into "verification" ("id", "identifier", "value", "expiresAt") values (${`saml-logout:${name}`}, 'saml-logout', ${providerId}, ${forgetAt})
      on conflict ("id") do nothing`;
    if (isNew === 0) return false;
    const ended = await tx.$executeRaw`
      delete from "session" where "providerId" = ${providerId}
        and "userId" in (select "userId" from "account" where "providerId" = ${providerId} and "accountId" = ${nameId})`;
    log().info({ providerId, ended }, 'an identity provider ended sessions');
    return true;
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The answer to a request. It is not signed, since this service has no key of its own. */
function responseTo(requestId: string, issuer: string, destination: string): string {
  const head = `ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${escaped(destination)}" InResponseTo="${escaped(requestId)}"`;
  return (
    `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ${head}>` +
    `<saml:Issuer>${escaped(issuer)}</saml:Issuer>` +
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>'
  );
}

interface Asked {
  requestId: string;
  relayState: string | undefined;
  isRedirected: boolean;
  /** The name of this service with the provider. */
  issuer: string;
}

/** Sends the browser back to the provider with the answer, where its metadata say how. */
function answer({ logout }: SamlIdentity, { requestId, relayState, isRedirected, issuer }: Asked): Response {
  const headers = { 'cache-control': 'no-store' };
  const to = isRedirected ? (logout.redirect ?? logout.post) : (logout.post ?? logout.redirect);
  if (to === null) return new Response('You are signed out.', { headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
  const xml = responseTo(requestId, issuer, to);
  const state = relayState === undefined ? {} : { RelayState: relayState };
  if (to === logout.redirect) {
    const address = new URL(to);
    for (const [name, value] of Object.entries({ SAMLResponse: deflateRawSync(xml).toString('base64'), ...state }))
      address.searchParams.set(name, value);
    return new Response(null, { status: 302, headers: { ...headers, location: address.href } });
  }
  const fields = Object.entries({ SAMLResponse: Buffer.from(xml).toString('base64'), ...state })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('');
  const page = `<!doctype html><html lang="en"><title>You are signed out</title><body onload="document.forms[0].submit()"><form method="post" action="${escaped(to)}">${fields}<p>You are signed out.</p><button>Continue</button></form></body></html>`;
  return new Response(page, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}

interface Sent {
  providerId: string;
  posted: { SAMLRequest: string; RelayState?: string | undefined } | undefined;
  /** As it was sent, without the question mark. */
  query: string;
}

async function signOut(baseUrl: string, { providerId, posted, query }: Sent): Promise<Response> {
  const metadata = ssoProviders().find(({ id }) => id === providerId)?.samlMetadata;
  if (metadata == null) throw new APIError('NOT_FOUND', { message: 'There is no identity provider at this address.' });
  try {
    const identity = readIdentity(metadata);
    const root = posted === undefined ? readRedirected(query, identity) : readPosted(posted.SAMLRequest, identity);
    const request = readLogoutRequest(root, identity, samlLogoutAddress(baseUrl, providerId), new Date());
    if (!(await endSessions(providerId, request))) throw new WrongMessage('this request was already used');
    return answer(identity, {
      requestId: request.id,
      relayState: posted === undefined ? (new URLSearchParams(query).get('RelayState') ?? undefined) : posted.RelayState,
      isRedirected: posted === undefined,
      issuer: `${baseUrl}/api/auth/sso/saml2/sp/metadata?providerId=${providerId}`,
    });
  } catch (error) {
    if (!(error instanceof WrongMessage)) throw error;
    log().warn({ providerId, reason: error.message }, 'a SAML logout request was refused');
    throw new APIError('BAD_REQUEST', { message: error.message }, { 'cache-control': 'no-store' });
  }
}

/** The endpoint as a plugin of better-auth, which limits how often an address may ask. */
export function samlLogout(baseUrl: string) {
  return {
    id: 'saml-logout' as const,
    // Forms come from the pages of providers.
    init: ({ skipOriginCheck: held }: { skipOriginCheck: boolean | string[] }) =>
      held === true ? {} : { context: { skipOriginCheck: [...(Array.isArray(held) ? held : []), PATH] } },
    endpoints: {
      samlLogout: createAuthEndpoint(
        `${PATH}/:providerId`,
        {
          method: ['GET', 'POST'],
          body: z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().max(4_096).optional() }).optional(),
          requireRequest: true,
          metadata: { allowedMediaTypes: ['application/x-www-form-urlencoded'] },
        },
        async (ctx) => {
          const { request } = ctx;
          if (request.method === 'POST' && ctx.body === undefined)
            throw new APIError('BAD_REQUEST', { message: 'SAMLRequest is missing.' });
          return signOut(baseUrl, {
            providerId: String(ctx.params.providerId),
            posted: request.method === 'POST' ? ctx.body : undefined,
            query: new URL(request.url).search.slice(1),
          });
        },
      ),
    },
  };
}
