/**
 * A database that accepts connections and answers nothing, as if all its processes were stopped: every procedure, REST behind Next
 * and the tools of agents say so long before any statement's own limit, and everything works again once it answers.
 */
import { expect, it } from 'vitest';
import { openDatabase } from '@/server/db/database';
import { createLog } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { callTool } from '@/test/agentClient';
import { CuttingProxy } from '@/test/cuttingProxy';
import { useTestDatabase } from '@/test/database';
import { populate } from '@/test/matrix/populatedTenant';
import { answerOf, PROCEDURES } from '@/test/matrix/procedures';
import { matrixRows } from '@/test/matrix/rows';
import { signedInMember } from '@/test/restPeople';
import { sendToWeb } from '@/test/restMounts';
import { createRestTenant } from '@/test/restTenants';

const { database, addresses } = await useTestDatabase();
// Requests are meant to fail here, so nobody needs to read about it.
processState('log', () => createLog('silent', () => undefined));
const proxy = await CuttingProxy.before(addresses.app);
processState('database', () => openDatabase({ ...addresses, app: proxy.url, system: proxy.urlFor(addresses.system) }, 8));
const tenant = await createRestTenant(database, sendToWeb);
const names = await populate(database, tenant, 'own');
const member = { session: await signedInMember(database, tenant.tenantId, 'Owner') };
const rows = matrixRows(() => names);

/** Reads by a connection of their own, by Prisma and by a graph, and writes. */
const ROUTES: readonly [string, string, object?][] = [
  ['GET', '/applications?limit=5'],
  ['GET', `/components/${names.ids.component}`],
  ['GET', `/blast-radius?entityType=component&direction=downstream&entityId=${names.ids.component}`],
  ['GET', '/incidents'],
  ['GET', '/manifest'],
  ['GET', '/health-signals'],
  ['POST', '/technologies', { name: 'New', technicalName: 'new' }],
  ['POST', '/health-signals', { signals: [{ component: names.ids.component, state: 'Outage' }] }],
];

/** `types` says which procedures are asked: changes only while they can change nothing. */
async function ask(types: readonly string[] = ['query']): Promise<{ refused: string[]; internal: string[]; answered: number }> {
  const told = { refused: [] as string[], internal: [] as string[], answered: 0 };
  const count = (name: string, code: unknown): void => {
    if (code === 'unavailable') told.refused.push(name);
    else if (code === 'internal') told.internal.push(name);
    else told.answered += 1;
  };
  const procedures = PROCEDURES.filter(({ type }) => types.includes(type)).map(async ({ name, access }) => {
    const who = access.scope === null ? member : { key: tenant.keys.all };
    count(name, ((await answerOf(name, rows[name]?.(names)[0] ?? {}, who, tenant.tenantId)) as { code?: unknown } | null)?.code);
  });
  const routes = ROUTES.map(async ([method, path, json]) => {
    const { status, headers, body } = await tenant.call(method, path, json === undefined ? {} : { json });
    if (status === 503) expect(headers.get('retry-after')).not.toBeNull();
    count(`${method} ${path}`, status >= 500 ? (body.code as unknown) : null);
  });
  const tools = ['find_entities', 'impact_snapshot', 'list_incidents'].map(async (name) => {
    const said = await callTool(tenant, name, {}).catch((error: unknown) => String(error));
    count(name, JSON.stringify(said).includes('unavailable') ? 'unavailable' : null);
  });
  await Promise.all([...procedures, ...routes, ...tools]);
  return told;
}

// Less than the limit of any statement, so that these cannot be what ends it.
const SOONER_THAN_STATEMENTS = { timeout: 20_000 };

it('is noticed at every procedure and route, and so is its return', SOONER_THAN_STATEMENTS, async () => {
  const before = await ask();
  expect([before.refused, before.internal]).toEqual([[], []]);
  proxy.stall(true);
  const during = await ask(['query', 'mutation']);
  expect(during.internal).toEqual([]);
  // What is answered without the database still is.
  expect(during.refused).toEqual(expect.arrayContaining(ROUTES.map(([method, path]) => `${method} ${path}`)));
  expect(during.refused.length).toBeGreaterThan(during.answered);
  proxy.stall(false);
  await expect.poll(async () => (await ask()).refused, { timeout: 10_000 }).toEqual([]);
  expect((await ask()).internal).toEqual([]);
});
