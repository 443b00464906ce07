/**
 * Reads the rows of a table with their links, all of a tenant's or those with given ids. Each table is read by its own statement, ordered
 * by the holders' ids, and the streams are merged here. So there is no join that could go wrong when the planner has no statistics about a
 * tenant with new rows.
 */
import type { RunSql } from '@/server/db/transaction';

export interface RowSource {
  table: string;
  /** What to select from the row `e`; it must contain "id" as text. */
  columns: readonly string[];
  links: readonly LinkSource[];
}

export interface LinkSource {
  /** The field that takes the list. */
  field: string;
  table: string;
  ownColumn: string;
  /** The other end; one holder's links are ordered by it. */
  column: string;
  /** An extra column of the link; with it each link is an object, otherwise the id at its other end. */
  rowField?: string;
}

interface LinksOfOne {
  holder: string;
  /** A JSON list. */
  items: string;
}

/** Rows kept in memory at once. */
const PORTION = 2_000;

/**
 * Passes the rows to `take`, portion by portion in the order of their ids, with one list per link. `ids` null means all; otherwise there
 * should be few. Uses cursors, which need an open transaction.
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

/** Adds each row's list of links. */
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

/** Each call returns the next portion; an empty one is the end. */
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

/** The links of one table, holder by holder, alongside the stream of holders. */
class OrderedLinks {
  private waiting: LinksOfOne[] = [];
  private at = 0;
  private isAtEnd = false;

  constructor(
    private readonly field: string,
    private readonly next: () => Promise<LinksOfOne[]>,
  ) {}

  /** Reads up to this holder. GUIDs in lower case sort the same as text and in the database. */
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

  /** Every link has a holder, so anything left over would be attached to the wrong one. */
  assertAllGiven(): void {
    if (this.at < this.waiting.length) throw new Error('A link was read whose holder was not.');
  }
}
