/** Pages of lists with their counts, which are kept for the landscape version in which they were counted. */
import { keepLast } from '@/plain/keepLast';
import type { ReadStatement } from '@/server/db/boundReaders';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { runOn } from '@/server/db/transaction';
import { processState } from '@/server/processState';

const MOST_LISTS = 2_000;

export interface CountedPage {
  /** Tells apart the lists of a tenant that share a name, by what is counted in them. */
  list: string;
  /** $1 is the tenant, $2 one more than `limit`, $3 the version for which the count is known, then `values`. Answers a PageRow. */
  statement: ReadStatement;
  values: readonly unknown[];
  limit: number;
  /** Null if the statement finds its rows by an index; otherwise what tells the planner how to, '' for nothing. */
  plan: string | null;
}

interface PageRow {
  version: number;
  /** A JSON list. */
  items: string;
  /** Null if the count is known for this version. */
  counted: number | null;
}

export class KeptCounts {
  constructor(private readonly name: string) {}

  /** The rows of a page, one more than the limit where there is another, and how many there are on all pages, as far as they are counted. */
  async readPage<Row>(tenant: TenantDb, page: CountedPage): Promise<{ rows: Row[]; counted: number }> {
    const { statement, plan } = page;
    const counts = processState(this.name, () => new Map<string, { version: number; count: number }>());
    const list = `${tenant.tenantId} ${page.list}`;
    const known = counts.get(list);
    const parameters = [page.limit + 1, known?.version ?? -1, ...page.values];
    const [row] =
      plan === null || tenant.transaction !== undefined
        ? await read<PageRow>(tenant, statement, parameters)
        : await read.onConnection(tenant, async (client) => {
            if (plan !== '') await client.query(plan);
            return runOn(client)<PageRow>(statement.text, [tenant.tenantId, ...parameters]);
          });
    if (row === undefined) throw new Error('The tenant has no landscape version row.');
    const counted = row.counted ?? known?.count ?? 0;
    keepLast(counts, list, { version: row.version, count: counted }, MOST_LISTS);
    return { rows: JSON.parse(row.items) as Row[], counted };
  }
}
