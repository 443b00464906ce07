/**
 * No statement over many rows becomes quadratic when PostgreSQL has no statistics about a tenant. Three large tenants are loaded one after
 * another on a server without autovacuum, and each is read at once. The test compares the rows that plans visit, never times.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { filledId, filledTenant } from '@/lab/bench/listsFill';
import { largeManifest } from '@/lab/bench/largeManifest';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import type { Database } from './db/database';
import { acceptSignals } from './health/acceptSignals';
import { consumeHealth } from './health/consume';
import { readHealthImpact, readSnapshot } from './health/readImpact';
import { listIncidents } from './health/listIncidents';
import { readLiveColumns } from './health/readLiveColumns';
import { listApplies } from './history/listApplies';
import { previewUndo, undoApply } from './history/undoApply';
import { currentGraph } from './graphs/graphStore';
import { answerBlastRadius } from './impact/blastRadius';
import { listDependencies } from './landscape/dependencies';
import { listEntities } from './landscape/entities';
import { searchEntities } from './landscape/findEntities';
import { readDifferences } from './graphs/differences';
import { readPastHealth } from './health/readReplay';
import { listChangeGroups } from './landscape/listChangeGroups';
import { listChangeSets } from './landscape/listChangeSets';
import { listChanges } from './landscape/listChanges';
import { applyManifest } from './manifest/applyManifest';
import { exportManifest } from './manifest/exportManifest';
import { previewManifest } from './manifest/previewManifest';
import { processState } from './processState';
import { readHomeOverview } from './overview/homeOverview';
import { recordTrend } from './overview/recordTrend';
import { listRegister } from './register/securityRegister';
import type { TenantDb } from './db/tenantDb';
import { startExplainedDatabase, type ExplainedDatabase, type ExplainedStatement, type PlanNode } from '@/test/explainedStatements';
import { EVERYTHING, newTenant } from '@/test/tenants';

const COMPONENTS = 300;
/** Components, dependencies, links and the rest, once. */
const ROWS = 10 * COMPONENTS;
/** A statement may visit everything a few times, for sorts, hashes and checks of keys. A quadratic one visits hundreds of times as much. */
const MOST_WALKED = 25 * ROWS;

const manifest = largeManifest({ components: COMPONENTS, dependencies: 3 * COMPONENTS });
const stated = (value: object): { text: string; contentType: string } => ({ text: JSON.stringify(value), contentType: 'application/json' });
const WHOLE = stated(manifest);
const CHANGED = stated({
  ...manifest,
  applications: manifest.applications?.map((one) => ({
    ...one,
    ownerTeam: 'Another team',
    components: one.components?.map((component) => ({ ...component, description: 'Changed', technologies: [] })),
  })),
  dependencies: manifest.dependencies?.map((one) => ({ ...one, protocol: 'AMQP' })),
});
const NOTHING = stated({ version: 1, name: 'large' });
const EXPECTED = { prune: false, impact: false };

let server: ExplainedDatabase;
let database: Database;
const startedAt = new Date();

beforeAll(async () => {
  server = await startExplainedDatabase();
  database = processState('database', () => server.database);
  vi.stubEnv('DATABASE_URL', server.addresses.app);
  vi.stubEnv('DATABASE_SYSTEM_URL', server.addresses.system);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const apply = (tenant: TenantDb, source = WHOLE, more = {}) => applyManifest(tenant, EVERYTHING, { source, ...EXPECTED, ...more });

async function undoLast(tenant: TenantDb): Promise<void> {
  const { items } = await listApplies(tenant, { limit: 1 });
  await previewUndo(tenant, EVERYTHING, items[0]?.changeSetId ?? '');
  await undoApply(tenant, EVERYTHING, items[0]?.changeSetId ?? '');
}

/** One example of each question or action that reads many rows, in an order in which each finds what it needs. */
const STEPS: readonly [string, (tenant: TenantDb) => Promise<unknown>][] = [
  ['the graph', currentGraph],
  ['the snapshot', (tenant) => readSnapshot(tenant, EVERYTHING)],
  ['the register', (tenant) => listRegister(tenant, {})],
  ['the export', (tenant) => exportManifest(tenant, EVERYTHING)],
  ['a list', (tenant) => listEntities(tenant, EVERYTHING, 'component', { kind: ['WebAPI'], search: 'number 7' })],
  ['a list of dependencies', (tenant) => listDependencies(tenant, {})],
  ['a search of dependencies', (tenant) => listDependencies(tenant, { search: 'number 7' })],
  ['dependencies by source', (tenant) => twoPages((cursor) => listDependencies(tenant, { cursor, sort: 'source' }))],
  ['dependencies by target', (tenant) => twoPages((cursor) => listDependencies(tenant, { cursor, sort: '-target' }))],
  ['dependencies of a mode', (tenant) => listDependencies(tenant, { mode: ['Hard'], sort: 'updatedAt' })],
  ['the search', (tenant) => searchEntities(tenant, { search: 'number', offset: 0, limit: 50 })],
  ['the audit log', (tenant) => listChanges(tenant, EVERYTHING, { kind: ['component'] })],
  ['the home page', (tenant) => readHomeOverview(tenant, 'Enterprise', EVERYTHING, new Date())],
  ['the day of the trend', (tenant) => recordTrend(tenant, new Date())],
  ['the preview of a prune', (tenant) => previewManifest(tenant, EVERYTHING, { source: NOTHING, prune: true, impact: true })],
  ['an apply of no change', (tenant) => apply(tenant)],
  ['an apply of changes', (tenant) => apply(tenant, CHANGED)],
  ['a takeover', (tenant) => apply(tenant, stated({ ...manifest, name: 'other' }), { takeOver: true })],
  ['an undo of changes', undoLast],
  ['signals', (tenant) => acceptSignals(tenant, 'Enterprise', manySignals(), new Date())],
  ['a turn', (tenant) => consumeHealth(60_000, tenant.tenantId)],
  ['signals about components with earlier ones', (tenant) => acceptSignals(tenant, 'Enterprise', manySignals(), new Date())],
  ['a turn of those', (tenant) => consumeHealth(60_000, tenant.tenantId)],
  ['the snapshot of many', (tenant) => readSnapshot(tenant, EVERYTHING)],
  ['the health impact', (tenant) => readHealthImpact(tenant, EVERYTHING)],
  ['the columns', (tenant) => readLiveColumns(tenant, EVERYTHING)],
  ['the health of a past instant', (tenant) => readPastHealth(tenant, EVERYTHING, startedAt.toISOString(), new Date())],
  ['the health of this instant', (tenant) => readPastHealth(tenant, EVERYTHING, new Date().toISOString(), new Date())],
  ['the incidents', (tenant) => listIncidents(tenant, {}, new Date())],
  ['a prune', (tenant) => apply(tenant, NOTHING, { prune: true, allowDelete: 1e6 })],
  ['the past', blastOfThePast],
  ['the register of the past', (tenant) => listRegister(tenant, { at: startedAt.toISOString() })],
  ['a comparison', (tenant) => readDifferences(tenant, EVERYTHING, { since: startedAt.toISOString() })],
  ['the changes by change set', (tenant) => listChangeGroups(tenant, EVERYTHING, {})],
  ['the versions', (tenant) => listChangeSets(tenant, { from: 1 })],
  ['an undo of a prune', undoLast],
];

function manySignals(): { component: string; state: 'Outage' }[] {
  return Array.from({ length: COMPONENTS }, (_, index) => ({ component: `component-${index}`, state: 'Outage' }));
}

/** The id of a component that has been deleted. */
async function blastOfThePast(tenant: TenantDb): Promise<void> {
  const { items } = await listChanges(tenant, EVERYTHING, { kind: ['component'], op: ['delete'], limit: 1 });
  const applies = await listApplies(tenant, { limit: 10 });
  const question = {
    entityId: items[0]?.entityId ?? '',
    entityType: 'component',
    direction: 'downstream',
    at: applies.items.at(-1)?.at,
  } as const;
  await answerBlastRadius(tenant, 'Enterprise', EVERYTHING, question);
}

/** A statement counts each time it ran, including checks of foreign keys. */
function tooMuch(statements: readonly ExplainedStatement[]): string[] {
  const walkedBy = new Map<string, number>();
  for (const { sql, rowsWalked } of statements) walkedBy.set(sql, (walkedBy.get(sql) ?? 0) + rowsWalked);
  return statements
    .filter(({ rowsWalked }) => rowsWalked > MOST_WALKED)
    .map(({ sql, rowsWalked }) => `${rowsWalked} rows: ${sql.replace(/\s+/g, ' ').slice(0, 300)}`);
}

/** Loads this many tenants one after another, reads the last, and returns the statements that visited more rows than a tenant has, by what sent them. */
async function statementsThatWalkTooMuch(tenants: number, knowsTheFirst: boolean): Promise<Record<string, string[]>> {
  const tooMany: Record<string, string[]> = {};
  for (let number = 1; number <= tenants; number += 1) {
    const tenant = await newTenant(database);
    const watch = async (step: string, work: (tenant: TenantDb) => Promise<unknown>): Promise<void> => {
      const found = tooMuch(await server.during(() => work(tenant)));
      if (found.length > 0) tooMany[`${step} of tenant ${number}`] = found;
    };
    await watch('an apply of everything new', apply);
    if (number === 1 && knowsTheFirst) await server.analyze();
    if (number === tenants) for (const [step, work] of STEPS) await watch(step, work);
  }
  return tooMany;
}

it('with no statistics at all every tenant is loaded and read by about as many rows as it has', { tags: ['long'] }, async () => {
  expect(await statementsThatWalkTooMuch(1, false)).toEqual({});
});

// The statistics know the first tenant; the second is only loaded, and the third is read too.
it('the same holds with statistics that know only the first of three tenants', { tags: ['long'] }, async () => {
  expect(await statementsThatWalkTooMuch(3, true)).toEqual({});
});

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Filters about which the planner knows nothing. */
const UNKNOWN = { kind: ['WebAPI'], runtime: ['Containers'], search: 'number' };

/** Both pages of a list, the second with the cursor of the first. */
async function twoPages(list: (cursor: string | undefined) => Promise<{ nextCursor: string | null }>): Promise<void> {
  const { nextCursor } = await list(undefined);
  await list(nextCursor ?? undefined);
}

describe('a page of a list', () => {
  const LISTS: readonly [string, (tenant: TenantDb) => Promise<unknown>][] = [
    ...ENTITY_KINDS.map((kind): [string, (tenant: TenantDb) => Promise<unknown>] => [
      `${kind} by technicalName`,
      (tenant) => twoPages((cursor) => listEntities(tenant, EVERYTHING, kind, { limit: 2, cursor })),
    ]),
    ...(['name', '-name', 'updatedAt', '-updatedAt'] as const).map((sort): [string, (tenant: TenantDb) => Promise<unknown>] => [
      `component by ${sort}`,
      (tenant) => twoPages((cursor) => listEntities(tenant, EVERYTHING, 'component', { limit: 2, cursor, sort })),
    ]),
    ...Object.entries(UNKNOWN).map(([filter, value]): [string, (tenant: TenantDb) => Promise<unknown>] => [
      `component with ${filter}`,
      (tenant) => twoPages((cursor) => listEntities(tenant, EVERYTHING, 'component', { limit: 2, cursor, [filter]: value })),
    ]),
    ['dependencies by updatedAt', (tenant) => twoPages((cursor) => listDependencies(tenant, { limit: 2, cursor, sort: '-updatedAt' }))],
    ['dependencies of a mode', (tenant) => twoPages((cursor) => listDependencies(tenant, { limit: 2, cursor, mode: ['Hard', 'Soft'] }))],
    ['dependencies by id', (tenant) => twoPages((cursor) => listDependencies(tenant, { limit: 2, cursor }))],
    ['the audit log', (tenant) => twoPages((cursor) => listChanges(tenant, EVERYTHING, { limit: 2, cursor }))],
  ];

  it.each(LISTS)('of %s comes in order from an index, without a full scan or a full sort', async (_, list) => {
    const tenant = await listed();
    const statements = (await server.during(() => list(tenant))).filter(({ sql }) => sql.includes('json_agg'));
    expect(statements.length).toBeGreaterThanOrEqual(2);
    for (const { plan } of statements) {
      const nodes = nodesOf(plan);
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' || node['Node Type'] === 'Sort')).toEqual([]);
    }
  });
});

describe('with current statistics, beside a tenant as large', () => {
  /** Of these, a tenant has as many rows as others, so that reading a whole table is wrong. The other tables are small. */
  const LARGE = ['component', 'dependency', 'component_hosting_zone', 'component_technology', 'component_dataset'];
  let tenant: TenantDb;
  beforeAll(async () => {
    await filledTenant(database, server.addresses, 2_000);
    tenant = await filledTenant(database, server.addresses, 2_000);
    await server.analyze();
  });

  const idOf = (kind: string): string => filledId(tenant, kind, 0);
  const PAGES: readonly [string, () => Promise<unknown>][] = [
    ...(['technicalName', 'name', 'updatedAt'] as const).map((sort): [string, () => Promise<unknown>] => [
      `components by ${sort}`,
      () => twoPages((cursor) => listEntities(tenant, EVERYTHING, 'component', { cursor, sort })),
    ]),
    ...Object.entries<() => unknown>({
      ...Object.fromEntries(Object.entries(UNKNOWN).map(([filter, value]) => [filter, () => value])),
      isExternal: () => true,
      applicationId: () => idOf('application'),
      hostingZoneId: () => idOf('zone'),
      technologyId: () => idOf('technology'),
      datasetId: () => idOf('dataset'),
    }).map(([filter, valueOf]): [string, () => Promise<unknown>] => [
      `components with ${filter}`,
      () => twoPages((cursor) => listEntities(tenant, EVERYTHING, 'component', { limit: 5, cursor, [filter]: valueOf() })),
    ]),
    ...(['id', 'source', 'target', 'updatedAt'] as const).map((sort): [string, () => Promise<unknown>] => [
      `dependencies by ${sort}`,
      () => twoPages((cursor) => listDependencies(tenant, { cursor, sort })),
    ]),
    ...(['sourceComponentId', 'targetComponentId', 'componentId'] as const).map((filter): [string, () => Promise<unknown>] => [
      `dependencies with ${filter}`,
      () => twoPages((cursor) => listDependencies(tenant, { limit: 1, cursor, [filter]: filledId(tenant, 'component', 1) })),
    ]),
    ['dependencies of a type', () => twoPages((cursor) => listDependencies(tenant, { cursor, dependencyType: ['Calls'] }))],
    ['dependencies that do not propagate', () => twoPages((cursor) => listDependencies(tenant, { limit: 1, cursor, propagates: false }))],
    ['the search', () => searchEntities(tenant, { search: 'number 7', offset: 0, limit: 50 })],
  ];

  it.each(PAGES)('%s reads no large table whole', async (_, list) => {
    const statements = await server.during(list);
    const reads = statements.flatMap(({ plan }) => nodesOf(plan)).filter((node) => LARGE.includes(node['Relation Name'] ?? ''));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });
});

let loaded: Promise<TenantDb> | null = null;

/** One tenant for all tests of this file. */
function listed(): Promise<TenantDb> {
  return (loaded ??= newTenant(database).then(async (tenant) => {
    await apply(tenant);
    return tenant;
  }));
}
