/**
 * Sends operations, with nearly every status, through Prism: every answer and every valid request must match the document. Two suites
 * divide the operations between them with `isOfOperations`, so that none is left out.
 */
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { isChange } from '@/domain/access';
import { openapiDocument } from '@/doors/rest/openapi/openapiDocument';
import { refusalCodes } from '@/doors/rest/openapi/refusals';
import { ROUTES, findResource, type Route } from '@/doors/rest/routes';
import type { Database } from '@/server/db/database';
import { setFrozen } from '@/server/landscape/freeze';
import { forgetProcessState } from '@/server/processState';
import { startPrism, type Prism } from './prism';
import { createOneOfEach, NOWHERE, type Linked } from './restKinds';
import { nodeServer, sendTo, type RestAnswer, type RestCall, type Send } from './restMounts';
import { createRestTenant, SYSTEM, type RestTenant } from './restTenants';

export const YAML = { 'content-type': 'application/yaml' };

/** Operations about events in a landscape, rather than the landscape itself. */
export const isOfOperations = ({ facts: { path } }: Route): boolean =>
  /^\/(health|alerts|incidents|maintenance|webhook|subscription)|^\/components\/\{\w+\}\/health|^\/impact\/|^\/blast-radius\/health-impact/.test(
    path,
  );

type Ask = (method: string, path: string, expected: number, call?: RestCall, key?: string) => Promise<RestAnswer>;

export interface PrismSession {
  /** Both are set once the tests run. */
  tenant: () => RestTenant;
  ids: () => Linked;
  /** A name that is not used yet. */
  fresh: () => string;
  /** A request that the document allows. */
  right: Ask;
  /** A request that the document may not allow; its answer is still checked. (Prism itself answers those without a key.) */
  wrong: Ask;
  /** The answer to a request that the document allows, whatever its status. */
  ask: (method: string, path: string, key: string) => Promise<RestAnswer>;
  /**
   * Call it last, because it leaves the tenant read-only. Tests that refusals match the document, and that every status of these operations
   * was reached. In `npm test`, the fuzz suite compares random questions and answers with the same document.
   */
  testRefusals: () => void;
}

/** Call it at the top of a test file, with the operations that it reaches. */
export function usePrism(database: Database, isMine: (route: Route) => boolean): PrismSession {
  let server: Server;
  let tenant: RestTenant;
  let ids: Linked;
  let strict: Prism;
  let lenient: Prism;
  let viaStrict: Send;
  let viaLenient: Send;
  /** For example `GET /applications 200`. */
  const seen = new Set<string>();
  let count = 0;

  beforeAll(async () => {
    const started = await nodeServer();
    server = started.server;
    tenant = await createRestTenant(database, sendTo(started.port));
    ids = await createOneOfEach(tenant);
    const upstream = `http://127.0.0.1:${started.port}/api/${tenant.tenantId}`;
    [strict, lenient] = await Promise.all([startPrism(openapiDocument(), upstream, true), startPrism(openapiDocument(), upstream, false)]);
    [viaStrict, viaLenient] = [sendTo(strict.port), sendTo(lenient.port)];
  }, 120_000);

  afterAll(async () => {
    await Promise.all([strict.stop(), lenient.stop()]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function send(via: Send, method: string, path: string, call: RestCall, key: string): Promise<RestAnswer> {
    const answer = await via(method, path, { ...call, headers: { authorization: `Bearer ${key}`, ...call.headers } });
    const said = `${method} ${path}: ${answer.text.slice(0, 2_000)}`;
    expect(answer.headers.get('sl-violations'), said).toBeNull();
    expect(answer.text.includes('stoplight.io/prism'), said).toBe(false);
    const route = findResource(path.split('?')[0] ?? '')?.get(method);
    if (route !== undefined) seen.add(`${method} ${route.facts.path} ${answer.status}`);
    return answer;
  }

  const right: Ask = async (method, path, expected, call = {}, key = tenant.keys.revenue) => {
    const answer = await send(viaStrict, method, path, call, key);
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([expected, expect.anything()]);
    return answer;
  };

  const wrong: Ask = async (method, path, expected, call = {}, key = tenant.keys.all) => {
    const answer = await send(viaLenient, method, path, call, key);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 500)}`).toBe(expected);
    return answer;
  };

  async function refuses(route: Route): Promise<void> {
    const { facts, body, meta } = route;
    const { method } = facts;
    const [path, call, access] = [nowhere(route), callOf(route), meta.access];
    await wrong(method, `${path}?nix=1`, 400, call);
    await wrong(method, path, 401, call, 'flt_nobody');
    await wrong(method, path, 403, call, access.scope === 'health' ? tenant.keys.read : tenant.keys.health);
    if (body === 'none') return;
    const huge = body === 'manifest' ? { raw: 'x'.repeat(16 * 1_048_576 + 1), headers: YAML } : { json: { name: 'x'.repeat(1_048_576) } };
    await wrong(method, path, 413, huge);
    await wrong(method, path, 415, { raw: '{}', headers: { 'content-type': 'text/plain' } });
  }

  return {
    tenant: () => tenant,
    ids: () => ids,
    fresh: () => `p-${(count += 1)}`,
    right,
    wrong,
    ask: (method, path, key) => send(viaStrict, method, path, {}, key),
    testRefusals: () => {
      const mine = ROUTES.filter(isMine);
      it.each(mine.map((route): [string, Route] => [nameOf(route), route]))('%s keeps to the document when it refuses', (_name, route) =>
        refuses(route),
      );
      describe('while the tenant moves', () => {
        beforeAll(async () => {
          await setFrozen(database, SYSTEM, tenant.tenantId, true);
          // What is known about a key may be some seconds old.
          forgetProcessState('knownKeys');
        });
        it.each(mine.filter(({ type, meta }) => isChange(type, meta.access)).map((route): [string, Route] => [nameOf(route), route]))(
          '%s keeps to the document',
          async (_name, route) => void (await wrong(route.facts.method, nowhere(route), 503, callOf(route))),
        );
      });
      describe('coverage', () => {
        it('reached every status of every operation', () => {
          expect(mine.flatMap(statusesOf).filter((status) => !seen.has(status))).toEqual([]);
        });
      });
    },
  };
}

const nameOf = ({ facts: { method, path } }: Route): string => `${method} ${path}`;

/** Its path, with names of things that do not exist; alerts come from a source that does. */
const nowhere = ({ facts: { path } }: Route): string => path.replace('{source}', 'alertmanager').replaceAll(/\{\w+\}/g, NOWHERE);

/** A body of the right kind without useful content. */
function callOf({ body }: Route): RestCall {
  if (body === 'none') return {};
  return body === 'manifest' ? { raw: 'nix: 1', headers: YAML } : { json: { nix: 1 } };
}

/** Statuses that no single request causes: an exhausted limit, a bug, a database that is down, two simultaneous changes. */
function isByChance(route: Route, status: string): boolean {
  const codes = refusalCodes(route).filter((code) => String(ERROR_STATUS[code]) === status);
  const chances = ['rate_limited', 'internal', 'unavailable', 'conflict', 'idempotency_in_progress'];
  return codes.length > 0 && codes.every((code) => chances.includes(code));
}

function statusesOf(route: Route): string[] {
  const { method, path } = route.facts;
  const statuses = Object.keys(openapiDocument().paths[path]?.[method.toLowerCase()]?.responses ?? {});
  // Prism waits for the end of an answer, and a feed has none. Feeds have their own suite.
  const isEndless = (status: string): boolean => route.facts.answersFeed === true && status === '200';
  return statuses.filter((status) => !isByChance(route, status) && !isEndless(status)).map((status) => `${method} ${path} ${status}`);
}
