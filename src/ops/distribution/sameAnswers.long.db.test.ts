/**
 * The same 50 tenants on a plain PostgreSQL and on a distributed one: every question gets the same answer, byte for byte, through either
 * entry node. Without a Citus, the second database is a copy on another plain server.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { largeManifest } from '@/lab/bench/largeManifest';
import { copyTables } from '@/lab/citus/copyTables';
import { migrate } from '@/ops/postgres/migrate';
import { startTemporaryCluster } from '@/ops/postgres/temporaryDatabase';
import { openDatabase, type Database } from '@/server/db/database';
import { tenantDb } from '@/server/db/tenantDb';
import { processState } from '@/server/processState';
import { keepWeakPoints } from '@/server/weakPoints/keptSummary';
import { useOwnDatabase } from '@/test/database';
import type { Names } from '@/test/matrix/names';
import { populate } from '@/test/matrix/populatedTenant';
import { answerOf, PROCEDURES } from '@/test/matrix/procedures';
import { matrixRows } from '@/test/matrix/rows';
import { sendToWeb } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const TENANTS = 50;
/** So many questions of all are answered, not refused. */
const ANSWERED = 1_000;
/** Components besides the two of everything, in the first tenants, which are asked everything. */
const SIZES = [2_000, 500, 100, 20];
/** Each of the others is asked so many times fewer questions, not the same ones as the tenant before. */
const FEWER = 10;

const SECRET = randomBytes(32).toString('base64');

const { database: first, administratorUrl, addresses, secondEntry } = await useOwnDatabase();
const second = secondEntry === null ? openDatabase(addresses, 8) : openDatabase(secondEntry, 8, 'transaction');
const cluster = await startTemporaryCluster();
await migrate({ url: cluster.addresses.owner, isSingleLogin: false, log: () => undefined });
const plain = openDatabase(cluster.addresses, 8);
afterAll(async () => {
  vi.useRealTimers();
  await second.close();
  await plain.close();
  await cluster.stop();
});

interface Asked {
  tenant: RestTenant;
  names: Names;
}

const all: Asked[] = [];

/** As a server that was just started with this database. Cursors are signed with the secret. */
function serveBy(database: Database): void {
  process.env.FAULTLINE_SECRET = SECRET;
  (globalThis as unknown as { faultlineState: Map<string, unknown> }).faultlineState.clear();
  processState('database', () => database);
}

beforeAll(async () => {
  serveBy(plain);
  for (let number = 0; number < TENANTS; number++) {
    const tenant = await createRestTenant(plain, sendToWeb);
    const names = await populate(plain, tenant, `t${number}`);
    const components = SIZES[number];
    if (components !== undefined) {
      const raw = JSON.stringify(largeManifest({ components, dependencies: 3 * components }));
      const { status } = await tenant.call(
        'POST',
        '/manifest/apply',
        { raw, headers: { 'content-type': 'application/json' } },
        tenant.keys.revenue,
      );
      expect(status).toBe(200);
    }
    // Otherwise the first question would start that, and get what was known before.
    await keepWeakPoints(tenantDb(plain, tenant.tenantId));
    all.push({ tenant, names });
  }
  const { pathname } = new URL(cluster.addresses.owner);
  await copyTables(Object.assign(new URL(cluster.superuserUrl), { pathname }).href, administratorUrl);
});

/** A question of a tenant: by REST where that can ask it, which gives bytes, and otherwise as the browser does. */
interface Question {
  what: string;
  ask: () => Promise<{ isAnswered: boolean; text: string }>;
}

function questionsOf({ tenant, names }: Asked): Question[] {
  const rows = matrixRows(() => names);
  // The feed of events never ends.
  return PROCEDURES.filter(({ type, meta }) => type === 'query' && meta.openapi?.answersFeed !== true).flatMap(
    ({ name, meta: { openapi } }) =>
      [{}, ...(rows[name]?.(names) ?? [])].map((input) => ({
        what: `${name} ${JSON.stringify(input)}`,
        ask: () => (openapi?.method === 'GET' ? byRest(tenant, openapi.path, input) : byProcedure(tenant, name, input)),
      })),
  );
}

async function byRest(tenant: RestTenant, path: string, input: object): ReturnType<Question['ask']> {
  const left = new Map(Object.entries(input as Record<string, unknown>));
  const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = left.get(field);
    left.delete(field);
    return encodeURIComponent(typeof value === 'string' ? value : 'nothing');
  });
  const query = new URLSearchParams(
    [...left].map(([field, value]): [string, string] => [field, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const { status, text, headers } = await tenant.call('GET', `${filled}?${query.toString()}`, {}, tenant.keys.all);
  return { isAnswered: status === 200, text: `${status} ${headers.get('etag') ?? ''} ${withoutRequestId(text)}` };
}

async function byProcedure(tenant: RestTenant, name: string, input: object): ReturnType<Question['ask']> {
  const answer = await answerOf(name, input, { key: tenant.keys.revenue }, tenant.tenantId);
  return { isAnswered: typeof answer !== 'object' || answer === null || !('issues' in answer), text: JSON.stringify(answer) };
}

/** Only refusals have one. */
const withoutRequestId = (text: string): string => text.replace(/"requestId":"[^"]*"/, '');

/** The answers to all questions of all tenants, by question. */
async function answersBy(database: Database): Promise<Map<string, string>> {
  serveBy(database);
  const answers = new Map<string, string>();
  let answered = 0;
  for (const [number, asked] of all.entries()) {
    const questions = questionsOf(asked).filter((_, index) => number < SIZES.length || index % FEWER === number % FEWER);
    for (const { what, ask } of questions) {
      const { isAnswered, text } = await ask();
      answers.set(`${asked.names.prefix} ${what}`, text);
      if (isAnswered) answered++;
    }
  }
  expect(answered).toBeGreaterThanOrEqual(ANSWERED);
  process.stdout.write(`  ${answered} of ${answers.size} questions answered, the others refused\n`);
  return answers;
}

/** Where the two begin to differ; empty if they do not. */
function differenceOf(what: string, plain: string, here: string): { what: string; plain: string; here: string }[] {
  if (plain === here) return [];
  let at = 0;
  while (plain[at] === here[at]) at++;
  const [from, to] = [Math.max(0, at - 60), at + 60];
  return [{ what, plain: plain.slice(from, to), here: here.slice(from, to) }];
}

it(`${ANSWERED} questions on ${TENANTS} tenants get the answers of a plain PostgreSQL through both entry nodes, byte for byte`, async () => {
  // Some answers contain the moment of the question.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const expected = await answersBy(plain);
  for (const database of [first, second]) {
    const found = await answersBy(database);
    const differences = [...expected].flatMap(([what, text]) => differenceOf(what, text, found.get(what) ?? ''));
    expect(differences.slice(0, 20)).toEqual([]);
  }
});
