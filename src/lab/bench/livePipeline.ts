/**
 * Live health from end to end, with a real database: how long after sending a signal its impact can be read, and how long one turn takes on
 * a large landscape in which one component in a hundred is unhealthy.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi } from '@/doors/http/nodeExchange';
import { originReader } from '@/doors/http/trustedProxy';
import { handleApi } from '@/doors/apiHandler';
import { createApiKey } from '@/server/auth/apiKeys';
import { createTenant } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { acceptSignals } from '@/server/health/acceptSignals';
import { claimWork } from '@/server/health/claimWork';
import { consumeHealth, startConsumer } from '@/server/health/consume';
import { readSnapshot } from '@/server/health/readImpact';
import { runTurn } from '@/server/health/recompute';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { applyManifest } from '@/server/manifest/applyManifest';
import { withProcessDatabase } from './benchDatabase';
import type { BenchmarkInput } from './benchmarkInput';
import { largeManifest } from './largeManifest';
import { write } from '@/server/db/write';

const SYSTEM = { type: 'system', id: 'bench', name: 'bench' } as const;
const PRINCIPAL = {
  type: 'key',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'bench',
  scopes: ['read', 'write'],
  role: null,
  canSeeRevenue: true,
} as const;

interface Size {
  /** Sizes of the landscapes to which signals are sent over HTTP, and how many signals. */
  overHttp: readonly number[];
  signals: number;
  large: number;
  turns: number;
}

const FULL: Size = { overHttp: [100, 10_000], signals: 150, large: 100_000, turns: 30 };
const TINY: Size = { overHttp: [20], signals: 1, large: 200, turns: 1 };

/** Prints everything to standard output. The part `turns` is only the large landscape. */
export async function run({ part, isTiny, addresses }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  await withProcessDatabase(addresses, async (database) => {
    for (const components of part === 'turns' ? [] : size.overHttp) await signalToImpact(database, components, size.signals);
    await turns(database, size);
  });
}

/** Over HTTP, one signal after another: from the moment it is sent until a question for the snapshot shows it. */
async function signalToImpact(database: Database, components: number, signals: number): Promise<void> {
  const { tenantId } = await createTenant(database, { name: 'Bench', plan: 'Enterprise' });
  const tenant = tenantDb(database, tenantId);
  await applyManifest(tenant, PRINCIPAL, {
    source: { text: JSON.stringify(largeManifest({ components, dependencies: components * 3 })), contentType: 'application/json' },
    prune: false,
    impact: false,
  });
  const { key } = await createApiKey(tenant, SYSTEM, { name: 'bench', scopes: ['read', 'health'] });
  const server = createServer((request, response) => {
    const origin = originReader('')({ peer: request.socket.remoteAddress, isEncrypted: false, headers: request.headers });
    void answerApi({ request, response, origin, isBodyHeldBack: false, beforeReading: () => undefined }, handleApi, (error) =>
      console.error(error),
    );
  });
  const port = await listen(server);
  const consumer = startConsumer({ onError: (error) => console.error(error) });
  const ask = async (method: string, path: string, body?: object): Promise<{ unhealthy: { technicalName: string; state: string }[] }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}/api/${tenantId}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { unhealthy: { technicalName: string; state: string }[] };
  };
  const times: number[] = [];
  for (let index = 0; index < signals; index += 1) {
    const component = `component-${(index * 7) % components}`;
    const from = performance.now();
    await ask('POST', `/components/${component}/health`, { state: 'Outage' });
    while (!(await ask('GET', '/impact/snapshot')).unhealthy.some(({ technicalName }) => technicalName === component));
    times.push(performance.now() - from);
    await ask('POST', `/components/${component}/health`, { state: 'Healthy' });
    while ((await ask('GET', '/impact/snapshot')).unhealthy.length > 0);
  }
  await consumer.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  print(`${components.toLocaleString('en')} components: signal sent to impact visible, over HTTP`, times);
}

/** One more signal while one component in a hundred is unhealthy: from the claim to the commit. */
async function turns(database: Database, { large: components, turns: most }: Size): Promise<void> {
  const dependencies = components * 3;
  const { tenantId } = await createTenant(database, { name: 'Large', plan: 'Enterprise' });
  const tenant = tenantDb(database, tenantId);
  await insertLandscape(tenant, components, dependencies);
  const states = ['Warning', 'Degraded', 'Outage'] as const;
  const push = (inputs: { component: string; state: (typeof states)[number] | 'Healthy' }[]) =>
    acceptSignals(tenant, 'Enterprise', inputs, new Date());
  await push(
    Array.from({ length: components / 100 }, (_, index) => ({
      component: `component-${index * 100 + 37}`,
      state: states[index % 3] ?? 'Outage',
    })),
  );
  await consumeHealth(60_000, tenantId);
  const times: number[] = [];
  for (let turn = -3; turn < most; turn += 1) {
    await push([{ component: 'component-11', state: turn % 2 === 0 ? 'Outage' : 'Healthy' }]);
    const from = performance.now();
    const claim = await claimWork(tenantId);
    if (claim === null || (await runTurn(claim))?.signals !== 1) throw new Error('There was no signal to take in.');
    if (turn >= 0) times.push(performance.now() - from);
  }
  const reads: number[] = [];
  for (let read = -3; read < most; read += 1) {
    const from = performance.now();
    await readSnapshot(tenant, PRINCIPAL);
    if (read >= 0) reads.push(performance.now() - from);
  }
  const { unhealthy, impacted } = await readSnapshot(tenant, PRINCIPAL);
  process.stdout.write(`  ${unhealthy.length} unhealthy, ${impacted.length} impacted\n`);
  print('the snapshot of it, read', reads);
  print(
    `${components.toLocaleString('en')} components, ${dependencies.toLocaleString('en')} dependencies, 1% unhealthy: one turn, from the claim to the commit`,
    times,
  );
}

/** Straight into the tables: layers of services, each depending on a few of the layer below, as a manifest of that size would leave them. */
async function insertLandscape(tenant: TenantDb, components: number, dependencies: number): Promise<void> {
  const { tenantId } = tenant;
  const perComponent = Math.round(dependencies / components);
  const layer = components / 5;
  await write(
    tenant,
    async (tx) => {
      await tx.$executeRaw`insert into "application" ("tenantId", "id", "name", "technicalName")
      select ${tenantId}::uuid, gen_random_uuid(), 'Application ' || n, 'application-' || n from generate_series(0, ${components}::int / 20 - 1) n`;
      await tx.$executeRaw`insert into "component" ("tenantId", "id", "applicationId", "name", "technicalName", "ordinal")
      select ${tenantId}::uuid, gen_random_uuid(), a."id", 'Component ' || n, 'component-' || n, n + 1 from generate_series(0, ${components}::int - 1) n
      join "application" a on a."tenantId" = ${tenantId}::uuid and a."technicalName" = 'application-' || (n / 20)`;
      await tx.$executeRaw`insert into "dependency" ("tenantId", "id", "sourceComponentId", "targetComponentId", "sourceOrdinal", "targetOrdinal", "dependencyType", "mode", "required")
      select ${tenantId}::uuid, gen_random_uuid(), s."id", t."id", s."ordinal", t."ordinal", 'Calls',
        (array['Hard', 'Soft', 'Async', 'Degraded'])[1 + (s."ordinal" + k) % 4]::dependency_mode, (s."ordinal" + k) % 3 > 0
      from "component" s cross join generate_series(1, ${perComponent}::int) k
      join "component" t on t."tenantId" = ${tenantId}::uuid and t."ordinal" = (s."ordinal" / ${layer}::int + 1) * ${layer}::int + (s."ordinal"::bigint * 7919 * k) % ${layer}::int
      where s."tenantId" = ${tenantId}::uuid on conflict do nothing`;
      await tx.$executeRaw`update "component_counter" set "live" = ${components}::int, "nextOrdinal" = ${components}::int + 1 where "tenantId" = ${tenantId}::uuid`;
      await tx.$executeRaw`update "landscape_version" set "version" = "version" + 1 where "tenantId" = ${tenantId}::uuid`;
    },
    { timeoutMs: 120_000 },
  );
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

function print(what: string, times: number[]): void {
  const sorted = times.sort((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
  process.stdout.write(
    `  ${what}\n    ${sorted.length} times, in ms: best ${at(0)}, median ${at(0.5)}, 90% ${at(0.9)}, 99% ${at(0.99)}, worst ${at(1)}\n`,
  );
}
