/** How long the statements of lists and search take: first pages, pages far behind by their cursor, every filter, and each way to search. */
import { searchEntities } from '@/server/landscape/findEntities';
import { readDependencyPage, type DependencyPage } from '@/server/landscape/dependencyReads';
import { readEntityPage, type EntityPage } from '@/server/landscape/entityReads';
import type { SortKey } from '@/server/lists/keyset';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { withProcessDatabase } from './benchDatabase';
import type { BenchmarkInput } from './benchmarkInput';
import { analyzeFilled, filledId, filledTenant, RARE } from './listsFill';

const FULL = 20_000;
const LARGE = 1_000_000;
const TINY = 60;
const ROUNDS = 7;
/** A statement as slow as this is not asked as often: its figure is far from the target anyway. */
const SLOW_MS = 500;
const TARGET_MS = 20;
/** The page that people see, and one more row. */
const LIMIT = 51;

type Case = readonly [string, () => Promise<unknown>];

/** What the process knows of counts is forgotten, as after every change of the landscape: each page is counted as well. */
function forgetCounts(): void {
  for (const name of ['entityCounts', 'dependencyCounts']) processState(name, () => new Map<string, unknown>()).clear();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  forgetCounts();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** From the statement to its rows in this process; all but about a millisecond is spent in the database. */
async function measureCase([label, work]: Case): Promise<boolean> {
  const first = await timed(work);
  const times: number[] = [];
  for (let round = 0; round < (first > SLOW_MS ? 2 : ROUNDS); round += 1) times.push(await timed(work));
  times.sort((a, b) => a - b);
  const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
  const isMet = median <= TARGET_MS;
  const [p50, slowest, began] = [median, times.at(-1) ?? 0, first].map((ms) => ms.toFixed(1).padStart(8));
  process.stdout.write(
    `  ${label.padEnd(52)} p50 ${p50} ms   slowest ${slowest} ms   first ${began} ms   target ${TARGET_MS} ms: ${isMet ? 'met' : 'NOT MET'}\n`,
  );
  return isMet;
}

const keysOf = (isDescending: boolean, ...paths: string[]): SortKey[] => paths.map((path) => ({ path: path.split('.'), isDescending }));

function entityCases(tenant: TenantDb, components: number): Case[] {
  const page = (label: string, more: Partial<EntityPage>): Case => [
    `components ${label}`,
    () => readEntityPage(tenant, 'component', { limit: LIMIT, keys: keysOf(false, 'technicalName'), after: null, filters: {}, ...more }),
  ];
  const filtered = (label: string, filters: EntityPage['filters']): Case[] => [
    page(`with ${label}`, { filters }),
    page(`with ${label}, far behind`, { filters, after: [`component-${Math.floor(components * 0.9)}`] }),
  ];
  const longAgo = new Date(Date.now() - 50_000_000).toISOString();
  return [
    page('by technicalName', {}),
    page('by technicalName, far behind', { after: ['component-8'] }),
    page('by technicalName, last first', { keys: keysOf(true, 'technicalName') }),
    page('by name', { keys: keysOf(false, 'name', 'technicalName') }),
    page('by name, far behind', { keys: keysOf(false, 'name', 'technicalName'), after: ['component number 8', 'component-8'] }),
    page('by updatedAt, last first', { keys: keysOf(true, 'updatedAt', 'technicalName') }),
    page('by updatedAt, far behind', { keys: keysOf(true, 'updatedAt', 'technicalName'), after: [longAgo, 'component-8'] }),
    page('of a kind, by updatedAt', { keys: keysOf(true, 'updatedAt', 'technicalName'), filters: { kind: ['WebAPI'] } }),
    ...filtered('applicationId', { applicationId: filledId(tenant, 'application', 0) }),
    ...filtered('kind', { kind: ['WebAPI'] }),
    ...filtered('a rare kind', { kind: [RARE.kind] }),
    ...filtered('a kind that none has', { kind: ['DesktopApp'] }),
    ...filtered('a rare runtime', { runtime: [RARE.runtime] }),
    ...filtered('isExternal, which is rare', { isExternal: true }),
    ...filtered('hostingZoneId', { hostingZoneId: filledId(tenant, 'zone', 0) }),
    ...filtered('technologyId', { technologyId: filledId(tenant, 'technology', 0) }),
    ...filtered('datasetId', { datasetId: filledId(tenant, 'dataset', 0) }),
    ...filtered('two filters', { kind: ['WebAPI'], technologyId: filledId(tenant, 'technology', 0) }),
    ...filtered('search for one', { search: `number ${Math.floor(components / 2)}` }),
    ...filtered('search for many', { search: 'number' }),
    ...filtered('search for none', { search: 'nowhere' }),
  ];
}

function dependencyCases(tenant: TenantDb, components: number): Case[] {
  const page = (label: string, more: Partial<DependencyPage>): Case => [
    `dependencies ${label}`,
    () => readDependencyPage(tenant, { limit: LIMIT, keys: keysOf(false, 'id'), after: null, filters: {}, ...more }),
  ];
  const ends = ['source.technicalName', 'target.technicalName', 'id'];
  const far = ['component-8', 'component-1', '80000000-0000-4000-8000-000000000000'];
  const middle = filledId(tenant, 'component', Math.floor(components / 2));
  return [
    page('by id', {}),
    page('by id, far behind', { after: ['e0000000-0000-4000-8000-000000000000'] }),
    page('by source', { keys: keysOf(false, ...ends) }),
    page('by source, far behind', { keys: keysOf(false, ...ends), after: far }),
    page('by target', { keys: keysOf(false, 'target.technicalName', 'source.technicalName', 'id') }),
    page('by updatedAt, last first', { keys: keysOf(true, 'updatedAt', 'id') }),
    page('of a source', { filters: { sourceComponentId: middle } }),
    page('of a target', { filters: { targetComponentId: middle } }),
    page('of the target that most depend on', { filters: { targetComponentId: filledId(tenant, 'component', 0) } }),
    page('of a component', { filters: { componentId: middle } }),
    page('of a type', { filters: { dependencyType: ['Calls'] } }),
    page('of a rare type', { filters: { dependencyType: [RARE.dependencyType] } }),
    page('of a mode', { filters: { mode: ['Async'] } }),
    page('required', { filters: { required: true } }),
    page('that do not propagate, which is rare', { filters: { propagates: false } }),
    page('with search for one', { filters: { search: `number ${Math.floor(components / 2)}` } }),
    page('with search for many', { filters: { search: 'number' } }),
  ];
}

function searchCases(tenant: TenantDb, components: number): Case[] {
  const search = (label: string, text: string, offset = 0): Case => [
    `search for ${label}`,
    () => searchEntities(tenant, { search: text, offset, limit: 50 }),
  ];
  return [
    search('one', `component-${Math.floor(components / 2)}`),
    search('many', 'number'),
    search('many, second page', 'number', 50),
    search('none', 'nowhere'),
    search('two letters', 'po'),
  ];
}

/** Prints one line per statement. The parts are components, dependencies and search. */
export async function run({ part, isTiny, isLarge, addresses }: BenchmarkInput): Promise<void> {
  const components = isTiny ? TINY : isLarge ? LARGE : FULL;
  await withProcessDatabase(addresses, async (database, opened) => {
    // Others in the same tables, so that reading a whole table is not the same as reading one tenant.
    const start = performance.now();
    if (!isTiny) await filledTenant(database, opened, Math.min(components, 100_000));
    const tenant = await filledTenant(database, opened, components);
    await analyzeFilled(database);
    const seconds = (performance.now() - start) / 1_000;
    process.stdout.write(`${components.toLocaleString('en')} components of one tenant, filled in ${seconds.toFixed(1)} s\n`);
    const cases: Record<string, Case[]> = {
      components: entityCases(tenant, components),
      dependencies: dependencyCases(tenant, components),
      search: searchCases(tenant, components),
    };
    let met = 0;
    const asked = Object.entries(cases).flatMap(([name, some]) => (part === null || part === name ? some : []));
    for (const one of asked) if (await measureCase(one)) met += 1;
    process.stdout.write(`  ${met} of ${asked.length} statements meet the target of ${TARGET_MS} ms\n`);
  });
}
