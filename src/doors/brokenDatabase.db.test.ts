/** What callers get while connections to the database break: 503 with Retry-After, at every door and for every statement. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { CuttingProxy } from '@/test/cuttingProxy';
import { useTestDatabase } from '@/test/database';
import { callTool } from '@/test/agentClient';
import { signedInMember } from '@/test/restPeople';
import { sendToWeb } from '@/test/restMounts';
import { createRestTenant } from '@/test/restTenants';
import { database as doorsDatabase, openDatabase } from '@/server/db/database';
import { createLog } from '@/server/observability/log';
import { processState } from '@/server/processState';
import type { PictureInput } from '@/contract/picture';
import { answerBrowser } from './browser/browserContext';

const { database, addresses } = await useTestDatabase();
// Requests are meant to fail here, so nobody needs to read about it.
processState('log', () => createLog('silent', () => undefined));
const proxy = await CuttingProxy.before(addresses.app);
processState('database', () => openDatabase({ ...addresses, app: proxy.url, system: proxy.urlFor(addresses.system) }, 4));
afterAll(() => proxy.close());

const tenant = await createRestTenant(database, sendToWeb);
const session = await signedInMember(database, tenant.tenantId, 'Owner');
const MANIFEST = 'version: 1\nname: shop\ntechnologies: [{ technicalName: postgres, name: PostgreSQL }]\n';
const yaml = { raw: MANIFEST, headers: { 'content-type': 'application/yaml' } };

interface Told {
  status: number;
  retryAfter: string | null;
  text: string;
}

async function asked(path: string, body?: object): Promise<Told> {
  const headers = new Headers(session);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await answerBrowser(new Request(`http://localhost/trpc/${tenant.tenantId}/${path}`, init), tenant.tenantId);
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

async function called(method: string, path: string, call: Parameters<typeof tenant.call>[2] = {}): Promise<Told> {
  const { status, headers, text } = await tenant.call(method, path, call);
  return { status, retryAfter: headers.get('retry-after'), text };
}

const named = () => ({ name: 'Something', technicalName: `t-${randomUUID().slice(0, 13)}` });

const PICTURE: PictureInput = { grouping: null, level: null, open: [], filters: {}, question: null, width: 1_280, height: 800 };

/** One request of each kind: reads by Prisma and by plain connections, writes, plans, and the browser's. */
const REQUESTS: Readonly<Record<string, () => Promise<Told>>> = {
  list: () => called('GET', '/applications?limit=5'),
  create: () => called('POST', '/technologies', { json: named() }),
  createOnce: () => called('POST', '/technologies', { json: named(), headers: { 'idempotency-key': randomUUID() } }),
  blastRadius: () => called('GET', `/blast-radius?entityId=${randomUUID()}&entityType=component&direction=downstream`),
  preview: () => called('POST', '/manifest/preview', yaml),
  apply: () => called('POST', '/manifest/apply', yaml),
  export: () => called('GET', '/manifest'),
  snapshot: () => called('GET', '/impact/snapshot'),
  incidents: () => called('GET', '/incidents'),
  changes: () => called('GET', '/changes'),
  signal: () => called('POST', '/health-signals', { json: { signals: [{ component: 'none', state: 'Outage' }] } }),
  picture: () => asked(`landscape.picture?input=${encodeURIComponent(JSON.stringify(PICTURE))}`),
  home: () => asked('home.overview?input={}'),
  save: () => asked('technologies.create', named()),
};

function isHonest({ status, retryAfter }: Told): boolean {
  return status < 500 || (status === 503 && retryAfter !== null);
}

/** The connections break after 0 to 13 pieces of database answers, in turn. */
const PIECES = 14;

/** Questions with many statements, which read as the shorter ones do. */
const LONG = ['picture', 'preview', 'incidents', 'home'];
const WORDS = '%s gets its answer or 503, whichever statement loses its connection';

it.each(Object.keys(REQUESTS).filter((name) => !LONG.includes(name)))(WORDS, expectHonest);
it.each(LONG)(WORDS, { tags: ['long'] }, expectHonest);

async function expectHonest(name: string): Promise<void> {
  const request = REQUESTS[name];
  if (request === undefined) throw new Error('There is no such request.');
  expect((await request()).status).toBeLessThan(500);
  const dishonest: [number, string][] = [];
  let refused = 0;
  // Whether a connection was cut only shows at its next use.
  const findOut = () =>
    doorsDatabase()
      .pool.query('select 1')
      .catch(() => undefined);
  // An answer of few pieces can be complete before each cut, so it may take another round until one is broken.
  for (let tried = 0; tried < PIECES || (refused === 0 && tried < 5 * PIECES); tried++) {
    const pieces = tried % PIECES;
    await findOut();
    const answering = request();
    proxy.cutAfter(pieces);
    const told = await answering;
    if (!isHonest(told)) dishonest.push([pieces, `${told.status} ${told.retryAfter} ${told.text.slice(0, 200)}`]);
    if (told.status === 503) refused += 1;
  }
  proxy.cutAfter(Number.POSITIVE_INFINITY);
  expect(dishonest).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  await findOut();
  expect((await request()).status).toBeLessThan(500);
}

it('while the database is down, every answer says so; afterwards everything works again by itself', async () => {
  proxy.stayAway(true);
  const told = await Promise.all(Object.values(REQUESTS).map((request) => request()));
  expect(told.filter((one) => one.status !== 503 || one.retryAfter === null)).toEqual([]);
  const tool = await callTool(tenant, 'find_entities', { search: 'x' }).catch((error: unknown) => String(error));
  expect(JSON.stringify(tool)).toContain('unavailable');
  proxy.stayAway(false);
  for (const request of Object.values(REQUESTS)) expect((await request()).status).toBeLessThan(500);
});
