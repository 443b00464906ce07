/** Plans the steps to distribute a Faultline database over several nodes, from its present state. Changes nothing. */
import { quoteName } from '@/ops/backup/catalog';
import { LOCAL_TABLES, REFERENCE_TABLES, TENANT_TABLES } from './tables';

/** A table in the catalog. */
export interface CatalogTable {
  name: string;
  columns: readonly string[];
  /** The tables that its foreign keys refer to. */
  references: readonly string[];
  /** Whether row-level security applies to its owner too, as it must to rows of tenants. */
  isRowSecurityForced: boolean;
}

/** Where a table already is. */
export interface PlacedTable {
  name: string;
  /** `local` is a table of the coordinator that the other nodes know. */
  kind: 'distributed' | 'reference' | 'local';
  /** The column by which it is distributed; null for the other kinds. */
  column: string | null;
  /** Tables with the same number have each tenant on the same node. */
  colocation: number | null;
}

export interface Step {
  table: string;
  /** The statements to run, each in a transaction of its own. */
  statements: readonly string[];
}

/** A step that moves no rows: it applies row-level security to the owner of a table again. */
export const isForcing = ({ statements }: Step): boolean => statements.every((statement) => statement.startsWith('alter table'));

/** Distributed first; the other tables are placed with it. */
const LEADER = 'tenant';

const isToSpread = ({ name }: CatalogTable): boolean => name in TENANT_TABLES || REFERENCE_TABLES.includes(name);
const hasRowsOfTenants = ({ name, columns }: CatalogTable): boolean => name === LEADER || columns.includes('tenantId');
/** The statement that applies row-level security to the owner of the table too, or no longer. */
export const rowSecurity = (name: string, words: 'force' | 'no force'): string =>
  `alter table ${quoteName(name)} ${words} row level security`;
const text = (name: string): string => `'${quoteName(name)}'`;

/**
 * The missing steps, with each table after those that its foreign keys refer to; empty if everything is in place. Meant for a schema
 * without `faultsIn`. Throws an Error if foreign keys form a circle.
 */
export function planDistribution(tables: readonly CatalogTable[], placed: readonly PlacedTable[]): Step[] {
  const places = new Map(placed.map((place) => [place.name, place.kind]));
  const isPlaced = ({ name }: CatalogTable): boolean => places.has(name) && places.get(name) !== 'local';
  const toSpread = inOrder(tables.filter(isToSpread)).flatMap((table) => (isPlaced(table) ? forcing(table) : [stepFor(table)]));
  const local = tables.filter(({ name }) => LOCAL_TABLES.includes(name) && !places.has(name));
  return [
    ...toSpread,
    ...local.map(({ name }) => ({ table: name, statements: [`select citus_add_local_table_to_metadata(${text(name)})`] })),
  ];
}

/**
 * Brings back the first table that is neither spread nor plain, as other commands leave it if they cannot finish, with all that foreign
 * keys connect to it; null if there is none. Afterwards the state has to be read anew.
 */
export function planRetreat(tables: readonly CatalogTable[], placed: readonly PlacedTable[]): Step | null {
  const half = placed.find(({ name, kind }) => kind === 'local' && tables.some((table) => table.name === name && isToSpread(table)));
  if (half === undefined) return null;
  const open = tables.filter(({ isRowSecurityForced }) => isRowSecurityForced).map(({ name }) => rowSecurity(name, 'no force'));
  return { table: half.name, statements: [...open, `select undistribute_table(${text(half.name)}, cascade_via_foreign_keys => true)`] };
}

/** Its rows must be read to move them, and forced row-level security hides them even from their owner. */
function stepFor(table: CatalogTable): Step {
  const { name } = table;
  const key = TENANT_TABLES[name];
  const call =
    key === undefined
      ? `select create_reference_table(${text(name)})`
      : `select create_distributed_table(${text(name)}, '${key}'${name === LEADER ? '' : `, colocate_with => '${quoteName(LEADER)}'`})`;
  return { table: name, statements: hasRowsOfTenants(table) ? [rowSecurity(name, 'no force'), call, rowSecurity(name, 'force')] : [call] };
}

/** For a table in its place of which an interrupted run left the rows open to their owner. */
function forcing(table: CatalogTable): Step[] {
  if (table.isRowSecurityForced || !hasRowsOfTenants(table)) return [];
  return [{ table: table.name, statements: [rowSecurity(table.name, 'force')] }];
}

/** What prevents a distribution of these tables, in words; empty if nothing does. */
export function faultsIn(tables: readonly CatalogTable[], placed: readonly PlacedTable[]): string[] {
  const names = tables.map(({ name }) => name);
  const listed = [...Object.keys(TENANT_TABLES), ...REFERENCE_TABLES, ...LOCAL_TABLES];
  const unknown = names.filter((name) => !listed.includes(name));
  const missing = listed.filter((name) => !names.includes(name));
  const colocation = placed.find(({ name }) => name === LEADER)?.colocation;
  return [
    ...(unknown.length === 0
      ? []
      : [`Nobody said where ${unknown.join(', ')} belongs: it is in no list of src/ops/distribution/tables.ts.`]),
    ...(missing.length === 0 ? [] : [`${missing.join(', ')} is missing: migrate the database first.`]),
    ...tables.filter(isToSpread).flatMap(faultsOf),
    ...placed.flatMap((place) => misplaced(place, colocation)),
  ];
}

function faultsOf({ name, columns, references }: CatalogTable): string[] {
  const key = TENANT_TABLES[name];
  if (key !== undefined) return columns.includes(key) ? [] : [`${name} has no column ${key} to be spread by.`];
  const tied = references.filter((other) => other in TENANT_TABLES);
  return tied.length === 0
    ? []
    : [`${name} must be complete on every node, but its foreign keys refer to ${tied.join(', ')}, of which each node has only a part.`];
}

function misplaced({ name, kind, column, colocation }: PlacedTable, wanted: number | null | undefined): string[] {
  const key = TENANT_TABLES[name];
  const undo = `Undo that first: select undistribute_table('${name}').`;
  const is = kind === 'reference' ? 'whole on every node' : `spread by ${column ?? 'something else'}`;
  if (LOCAL_TABLES.includes(name)) return kind === 'local' ? [] : [`${name} is ${is} and belongs on the coordinator alone. ${undo}`];
  // What is half-way is brought back by the plan.
  if (kind === 'local' || (key === undefined && !REFERENCE_TABLES.includes(name))) return [];
  if (key === undefined) return kind === 'reference' ? [] : [`${name} is ${is} and has to be whole on every node. ${undo}`];
  if (kind !== 'distributed' || column !== key) return [`${name} is ${is} and has to be spread by ${key}. ${undo}`];
  return colocation === wanted
    ? []
    : [
        `${name} does not stand beside ${LEADER}. Put it there first: select alter_distributed_table('${name}', colocate_with => '${LEADER}').`,
      ];
}

/**
 * First the tables that are complete on every node, then the tenants, then each of the others after those that its foreign keys refer to.
 */
function inOrder(tables: readonly CatalogTable[]): CatalogTable[] {
  const rank = ({ name }: CatalogTable): number => (REFERENCE_TABLES.includes(name) ? 0 : name === LEADER ? 1 : 2);
  const left = [...tables].sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
  const ordered: CatalogTable[] = [];
  while (left.length > 0) {
    const index = left.findIndex(({ name, references }) =>
      references.every((to) => to === name || !left.some((table) => table.name === to)),
    );
    if (index === -1) throw new Error(`The foreign keys of ${left.map(({ name }) => name).join(', ')} go in a circle.`);
    ordered.push(...left.splice(index, 1));
  }
  return ordered;
}
