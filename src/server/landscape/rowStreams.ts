/**
 * Reads the rows of a table with their links, all of a tenant's or those of given ids. Each table is read by a statement of its own, in the order of the
 * holder's ids, and the streams are merged here: a planner that knows nothing of a tenant (its rows came a moment ago) has no join to get wrong.
 */
import type { RunSql } from './runSql';

export interface RowSource {
  table: string;
  /** What is selected of the row `e`; it must give "id" as text. */
  columns: readonly string[];
  links: readonly LinkSource[];
}

export interface LinkSource {
  /** The field that takes the list. */
  field: string;
  table: string;
  ownColumn: string;
  /** The other end, by which the links of one holder are ordered. */
  column: string;
  /** A column of the link's own; then each link is an object, else the id at its other end. */
  rowField?: string;
}

interface LinksOfOne {
  holder: string;
  /** A JSON list. */
  items: string;
}

/** Rows that are held in memory at once. */
const PORTION = 2_000;

/**
 * Hands the rows to `take`, portion by portion in the order of their ids, with one list for each link. `ids` null means all; few are meant else. Works with
 * cursors, which need an open transaction.
 */
export async function eachRowPortion<Row extends { id: string }>(
  run: RunSql,
  tenantId: string,
  { table, columns, links }: RowSource,
  ids: readonly string[] | null,
  take: (rows: Row[]) => void,
): Promise<void> {
  const rowsOf = `select ${columns.join(', ')} from "${table}" e where e."tenantId" = $1::uuid`;
  if (ids !== null) {
    const rows = await run<Row>(`${rowsOf} and e."id" = any($2::uuid[])`, [tenantId, ids]);
    for (const link of links) await addLinks(run, tenantId, link, rows);
    take(rows);
    return;
  }
  const streams: OrderedLinks[] = [];
  for (const link of links) {
    const own = `l."${link.ownColumn}"`;
    const cursor = await openCursor<LinksOfOne>(
      run,
      `links_in_${link.table}`,
      `${linksOf(link)} group by ${own} order by ${own}`,
      tenantId,
    );
    streams.push(new OrderedLinks(link.field, cursor));
  }
  const nextRows = await openCursor<Row>(run, `rows_of_${table}`, `${rowsOf} order by e."id"`, tenantId);
  for (;;) {
    const rows = await nextRows();
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const stream of streams) {
      await stream.readTo(last.id);
      for (const row of rows) stream.giveTo(row);
    }
    take(rows);
  }
  for (const stream of streams) stream.assertAllGiven();
}

/** Gives each of these rows its list. */
export async function addLinks(run: RunSql, tenantId: string, link: LinkSource, rows: readonly { id: string }[]): Promise<void> {
  const own = `l."${link.ownColumn}"`;
  const ids = rows.map(({ id }) => id);
  const found =
    ids.length === 0 ? [] : await run<LinksOfOne>(`${linksOf(link)} and ${own} = any($2::uuid[]) group by ${own}`, [tenantId, ids]);
  const byHolder = new Map(found.map(({ holder, items }) => [holder, items]));
  for (const row of rows) set(row, link.field, byHolder.get(row.id));
}

function linksOf({ table, ownColumn, column, rowField }: LinkSource): string {
  const item = rowField === undefined ? `l."${column}"` : `json_build_object('${column}', l."${column}", '${rowField}', l."${rowField}")`;
  return `select l."${ownColumn}"::text as "holder", json_agg(${item} order by l."${column}")::text as "items" from "${table}" l where l."tenantId" = $1::uuid`;
}

function set(row: object, field: string, items: string | undefined): void {
  (row as Record<string, unknown>)[field] = items === undefined ? [] : (JSON.parse(items) as unknown[]);
}

/** Each call gives the next portion; an empty one is the end. */
async function openCursor<Row>(run: RunSql, name: string, sql: string, tenantId: string): Promise<() => Promise<Row[]>> {
  await run(`declare "${name}" no scroll cursor for ${sql}`, [tenantId]);
  let isOpen = true;
  return async () => {
    if (!isOpen) return [];
    const rows = await run<Row>(`fetch ${PORTION} from "${name}"`, []);
    if (rows.length < PORTION) {
      isOpen = false;
      await run(`close "${name}"`, []);
    }
    return rows;
  };
}

/** The links of one table, holder by holder, beside the stream of holders. */
class OrderedLinks {
  private waiting: LinksOfOne[] = [];
  private at = 0;
  private isAtEnd = false;

  constructor(
    private readonly field: string,
    private readonly next: () => Promise<LinksOfOne[]>,
  ) {}

  /** Has everything ready up to this holder. GUIDs in lower case stand in the same order as text and as the database sorts them. */
  async readTo(holder: string): Promise<void> {
    while (!this.isAtEnd && (this.waiting.at(-1)?.holder ?? '') < holder) {
      const more = await this.next();
      if (more.length === 0) this.isAtEnd = true;
      this.waiting = [...this.waiting.slice(this.at), ...more];
      this.at = 0;
    }
  }

  giveTo(row: { id: string }): void {
    const next = this.waiting[this.at];
    const isOwn = next?.holder === row.id;
    if (isOwn) this.at += 1;
    set(row, this.field, isOwn ? next.items : undefined);
  }

  /** Every link has a holder, so what is left over would be a row of the wrong place. */
  assertAllGiven(): void {
    if (this.at < this.waiting.length) throw new Error('A link was read whose holder was not.');
  }
}
