/** What has to be done so that a database of Faultline is spread over several nodes: decided from what there is, and nothing done yet. */
import { quoteName } from '@/ops/backup/catalog';
import { REFERENCE_TABLES, TENANT_TABLES } from './tables';

/** A table as the catalog has it. */
export interface CatalogTable {
  name: string;
  columns: readonly string[];
  /** The tables that its foreign keys point to. */
  references: readonly string[];
  isRowSecurityForced: boolean;
}

/** Where a table stands already. */
export interface PlacedTable {
  name: string;
  kind: 'distributed' | 'reference' | 'local';
  /** The column that it is spread by; null for one that is whole on every node. */
  column: string | null;
  /** Tables of one number have each tenant on the same node. */
  colocation: number | null;
}

export interface Step {
  table: string;
  /** What is called, as one statement each. */
  statements: readonly string[];
}

/** The first of its kind: the others are put beside it. */
const LEADER = 'tenant';

/**
 * The steps that are missing, each table behind those that its keys point to; none where everything is in its place. Throws an Error that says which table stands
 * where it may not be, or in no list, or in keys that go in a circle or from what all nodes have to what one has.
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
  // Its rows are read to be moved, and a forced wall hides them from their owner too.
  const alter = (words: string): string => `alter table ${quoteName(name)} ${words} row level security`;
  return { table: name, statements: [alter('no force'), call, alter('force')] };
}

function assertFit(tables: readonly CatalogTable[]): void {
  for (const { name, columns, references } of tables) {
    const key = TENANT_TABLES[name];
    if (key !== undefined && !columns.includes(key)) throw new Error(`${name} has no column ${key} to be spread by.`);
    const tied = key === undefined ? references.filter((other) => other in TENANT_TABLES) : [];
    if (tied.length > 0)
      throw new Error(`${name} is to be whole on every node, but its keys point to ${tied.join(', ')}, of which each node has a part.`);
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

/** What is whole on every node first, then the tenants themselves, and each of the others behind those that its keys point to. */
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

/** Those in no list. Nobody said where they belong. */
export function unlisted(names: readonly string[], local: readonly string[]): string[] {
  return names.filter((name) => !(name in TENANT_TABLES) && !REFERENCE_TABLES.includes(name) && !local.includes(name));
}
