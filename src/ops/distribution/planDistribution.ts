/** Plans the steps to distribute a Faultline database over several nodes, from its present state. Changes nothing. */
import { quoteName } from '@/ops/backup/catalog';
import { REFERENCE_TABLES, TENANT_TABLES } from './tables';

/** A table in the catalog. */
export interface CatalogTable {
  name: string;
  columns: readonly string[];
  /** The tables that its foreign keys refer to. */
  references: readonly string[];
  isRowSecurityForced: boolean;
}

/** Where a table already is. */
export interface PlacedTable {
  name: string;
  kind: 'distributed' | 'reference' | 'local';
  /** The column by which it is distributed; null if it is complete on every node. */
  column: string | null;
  /** Tables with the same number have each tenant on the same node. */
  colocation: number | null;
}

export interface Step {
  table: string;
  /** The statements to run. */
  statements: readonly string[];
}

/** Distributed first; the other tables are placed with it. */
const LEADER = 'tenant';

/**
 * The missing steps, with each table after those that its foreign keys refer to; empty if everything is in place. Throws an Error that
 * names the table if one is in the wrong place or not listed, if foreign keys form a circle, or if they lead from a table on all nodes to a
 * distributed one.
 */
export function planDistribution(tables: readonly CatalogTable[], placed: readonly PlacedTable[]): Step[] {
  const known = tables.filter(({ name }) => name in TENANT_TABLES || REFERENCE_TABLES.includes(name));
  assertFit(known);
  const places = new Map(placed.map((place) => [place.name, place]));
  const colocation = places.get(LEADER)?.colocation;
  const steps: Step[] = [];
  for (const table of inOrder(known)) {
    const place = places.get(table.name);
    if (place === undefined || place.kind === 'local') steps.push(stepFor(table));
    else assertPlace(place, colocation);
  }
  return steps;
}

function stepFor({ name, isRowSecurityForced }: CatalogTable): Step {
  const key = TENANT_TABLES[name];
  const text = `'${quoteName(name)}'`;
  const call =
    key === undefined
      ? `select create_reference_table(${text})`
      : `select create_distributed_table(${text}, '${key}'${name === LEADER ? '' : `, colocate_with => '${quoteName(LEADER)}'`})`;
  if (!isRowSecurityForced) return { table: name, statements: [call] };
  // Its rows must be read to move them, and forced row-level security hides them even from their owner.
  const alter = (words: string): string => `alter table ${quoteName(name)} ${words} row level security`;
  return { table: name, statements: [alter('no force'), call, alter('force')] };
}

function assertFit(tables: readonly CatalogTable[]): void {
  for (const { name, columns, references } of tables) {
    const key = TENANT_TABLES[name];
    if (key !== undefined && !columns.includes(key)) throw new Error(`${name} has no column ${key} to be spread by.`);
    const tied = key === undefined ? references.filter((other) => other in TENANT_TABLES) : [];
    if (tied.length > 0)
      throw new Error(
        `${name} must be complete on every node, but its foreign keys refer to ${tied.join(', ')}, of which each node has only a part.`,
      );
  }
}

function assertPlace({ name, kind, column, colocation }: PlacedTable, wanted: number | null | undefined): void {
  const key = TENANT_TABLES[name];
  const is = kind === 'reference' ? 'whole on every node' : `spread by ${column ?? 'something else'}`;
  if (key === undefined && kind !== 'reference')
    throw new Error(`${name} is ${is} and has to be whole on every node. Undo that first: select undistribute_table('${name}').`);
  if (key !== undefined && (kind !== 'distributed' || column !== key))
    throw new Error(`${name} is ${is} and has to be spread by ${key}. Undo that first: select undistribute_table('${name}').`);
  if (key !== undefined && colocation !== wanted)
    throw new Error(
      `${name} does not stand beside ${LEADER}. Put it there first: select alter_distributed_table('${name}', colocate_with => '${LEADER}').`,
    );
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

/** Tables in no list, so it is unknown where they belong. */
export function unlisted(names: readonly string[], local: readonly string[]): string[] {
  return names.filter((name) => !(name in TENANT_TABLES) && !REFERENCE_TABLES.includes(name) && !local.includes(name));
}
