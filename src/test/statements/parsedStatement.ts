/** A statement parsed by PostgreSQL's own parser: a tree of nodes, each under the name of its kind. */
import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** The contents of a node, by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** The statements of one message. Throws if PostgreSQL could not parse them either. */
export function parseStatements(sql: string): Fields[] {
  return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt);
}

/** Each statement of a message, as its own text, with its kind. */
export function parseMessage(message: string): { sql: string; kind: string }[] {
  const bytes = Buffer.from(message);
  return (parseSync(message).stmts ?? []).map(({ stmt, stmt_location: from = 0, stmt_len: length = 0 }) => ({
    sql: bytes.subarray(from, length === 0 ? undefined : from + length).toString(),
    kind: Object.keys(stmt)[0] ?? '',
  }));
}

export function fieldsOf(value: unknown): Fields {
  return (value ?? {}) as Fields;
}

export function listOf(value: unknown): Fields[] {
  return (value ?? []) as Fields[];
}

/** The fields of the node if it is of that kind; null otherwise. */
export function nodeOf(kind: string, node: unknown): Fields | null {
  return (fieldsOf(node)[kind] as Fields | undefined) ?? null;
}

/** The text of a name or a constant. */
export function textOf(node: unknown): string | null {
  const text = nodeOf('String', node)?.sval ?? fieldsOf(nodeOf('A_Const', node)?.sval).sval;
  return typeof text === 'string' ? text : null;
}

/** Visits every node below `value` with its kind. Does not enter a node for which `visit` returns false. */
export function walk(value: unknown, visit: (kind: string, fields: Fields) => boolean | void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [kind, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue;
    // Kinds begin with a capital letter, fields with a small one.
    if (/^[A-Z]/.test(kind) && visit(kind, inner as Fields) === false) continue;
    walk(inner, visit);
  }
}

/** Removes type casts. */
export function withoutCasts(node: unknown): Fields {
  const cast = nodeOf('TypeCast', node);
  return cast === null ? fieldsOf(node) : withoutCasts(cast.arg);
}

/** The parts of a column's name, with an asterisk as "*"; null if it is not a column. */
export function columnOf(node: unknown): string[] | null {
  const column = nodeOf('ColumnRef', node);
  return column === null ? null : listOf(column.fields).map((part) => textOf(part) ?? '*');
}

/** A parameter or a constant. */
export function isFixed(node: unknown): boolean {
  const inner = withoutCasts(node);
  return 'ParamRef' in inner || 'A_Const' in inner;
}

/** The parts of a condition that are joined by AND, so that each of them must be true. */
export function conjunctsOf(condition: unknown): Fields[] {
  if (condition === undefined || condition === null) return [];
  const both = nodeOf('BoolExpr', condition);
  return both !== null && both.boolop === 'AND_EXPR' ? listOf(both.args).flatMap(conjunctsOf) : [fieldsOf(condition)];
}
