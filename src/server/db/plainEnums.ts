/**
 * Prisma casts enums to text and back in every statement that writes them. A distributed PostgreSQL accepts no such cast in RETURNING or in DO UPDATE,
 * because it is not immutable. So this adapter leaves these casts out: over the wire an enum is its text anyway. A list of enums then arrives as one
 * text, and is made a list here.
 */
import { PrismaPg } from '@prisma/adapter-pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Statements = Pick<Adapter, 'queryRaw' | 'executeRaw'>;

const WRITES = /^(INSERT|UPDATE|DELETE) /;
const PARAMETER = /CAST\((\$\d+)::text(?:\[\])? AS ("[^"]+"\.)/g;
const RETURNING = ' RETURNING ';

interface Plain {
  sql: string;
  /** The places of the returned columns that are lists of enums. */
  lists: readonly number[];
}

/** A statement of Prisma's that writes, without casts between enums and text; any other unchanged. */
export function withoutEnumCasts(sql: string): Plain {
  if (!WRITES.test(sql)) return { sql, lists: [] };
  const end = sql.lastIndexOf(RETURNING);
  const change = (end === -1 ? sql : sql.slice(0, end)).replace(PARAMETER, 'CAST($1 AS $2');
  if (end === -1) return { sql: change, lists: [] };
  const columns = sql.slice(end + RETURNING.length).split(', ');
  return {
    sql: change + RETURNING + columns.map((column) => column.replace(/"::text(\[\])?$/, '"')).join(', '),
    lists: columns.flatMap((column, place) => (column.endsWith('"::text[]') ? [place] : [])),
  };
}

/** The names in the text of an array of an enum, such as `{Owner,Admin}`. No name of ours needs quotes. */
export function namesInArray(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** Prisma's adapter, which sends no casts of enums in statements that write. */
export class PlainEnumsPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = plainly(await super.connect());
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => plainly(await start(isolation));
    return adapter;
  }
}

function plainly<T extends Statements>(sender: T): T {
  const [query, execute] = [sender.queryRaw.bind(sender), sender.executeRaw.bind(sender)];
  sender.queryRaw = async (asked) => {
    const { sql, lists } = withoutEnumCasts(asked.sql);
    const answer = await query({ ...asked, sql });
    for (const row of answer.rows) for (const place of lists) if (typeof row[place] === 'string') row[place] = namesInArray(row[place]);
    return answer;
  };
  sender.executeRaw = (asked) => execute({ ...asked, sql: withoutEnumCasts(asked.sql).sql });
  return sender;
}
