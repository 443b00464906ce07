/**
 * What a real Citus refused, or crashed on, in statements that keep the other rules: each kind was seen with the product's own statements.
 * It evaluates functions on the way to a shard only where they are immutable, and it knows the tenant of a sub-query only by a parameter.
 */
import { readFileSync } from 'node:fs';
import { TENANT_TABLES } from '@/ops/distribution/tables';
import { columnOf, fieldsOf, listOf, nodeOf, textOf, walk, withoutCasts, type Fields } from './parsedStatement';

/** The columns that are enums, or lists of them. */
const ENUM_COLUMNS = enumColumns(readFileSync('prisma/schema.prisma', 'utf8'));

export function enumColumns(schema: string): Set<string> {
  const enums = new Set([...schema.matchAll(/^enum (\w+)/gm)].map(([, name]) => name));
  return new Set(
    [...schema.matchAll(/^ +(\w+) +(\w+)(?:\[\]|\?)?(?: |$)/gm)].flatMap(([, field, type]) => (enums.has(type) ? [field!] : [])),
  );
}

const CLOCKS = ['now', 'statement_timestamp', 'transaction_timestamp', 'clock_timestamp'];

/** What is wrong with the statement; empty if nothing is. */
export function clusterProblems(statement: Fields): string[] {
  const problems: string[] = [];
  walk(statement, (kind, fields) => {
    if (kind === 'InsertStmt' || kind === 'UpdateStmt' || kind === 'DeleteStmt') problems.push(...changeProblems(kind, fields));
    if (
      kind === 'SubLink' &&
      fields.subLinkType === 'EXISTS_SUBLINK' &&
      listOf(nodeOf('SelectStmt', fields.subselect)?.targetList).length === 0
    )
      problems.push('EXISTS asks for no column: say select 1');
    if (kind === 'CommonTableExpr') problems.push(...namelessProblems(fields));
    if (kind === 'SelectStmt' && listOf(fields.lockingClause).length > 0) problems.push(...lockProblems(fields));
    if (kind === 'SelectStmt') problems.push(...joinProblems(fields));
  });
  return problems;
}

function changeProblems(kind: string, fields: Fields): string[] {
  const conflict = fields.onConflictClause;
  const returning = fields.returningClause ?? fields.returningList;
  const table = String(fieldsOf(fields.relation).relname);
  return [
    ...castsOfEnums(returning).map((name) => `RETURNING casts the enum "${name}" to text`),
    ...castsOfEnums(conflict).map((name) => `a DO UPDATE casts the enum "${name}" to text`),
    ...clocksIn(returning).map((name) => `RETURNING calls ${name}(): ask for the time in another statement`),
    ...clocksIn(conflict).map((name) => `a DO UPDATE calls ${name}(): give the time in VALUES, and take it from excluded`),
    ...(has('SubLink', conflict) ? ['a DO UPDATE asks another query: change what is in the way first'] : []),
    ...(addsInterval(conflict, () => true) ? ['a DO UPDATE adds an interval to a moment: compare the difference of two moments'] : []),
    ...(kind === 'UpdateStmt' ? updateProblems(fields) : []),
    ...(table in TENANT_TABLES
      ? []
      : tenantTablesIn(fields).map((other) => `a change of "${table}" asks "${other}": do it in two statements`)),
  ];
}

function updateProblems({ targetList, whereClause }: Fields): string[] {
  const parts = [targetList, whereClause];
  const isCast = castsIn(parts).some(([type, arg]) => /^timestamptz?$/.test(type) && columnOf(arg) !== null);
  return [
    ...(isCast ? ['an UPDATE casts a column to a moment: give it as one, by unnest($1::timestamptz[])'] : []),
    ...(addsInterval(parts, (left) => has('ColumnRef', left)) ? ['an UPDATE adds an interval to a column'] : []),
  ];
}

/** The columns of enums that are cast to text. */
function castsOfEnums(node: unknown): string[] {
  return castsIn(node).flatMap(([type, arg]) => {
    const name = columnOf(arg)?.at(-1) ?? '';
    return type === 'text' && ENUM_COLUMNS.has(name) ? [name] : [];
  });
}

/** Each cast, as the name of the type and what is cast. */
function castsIn(node: unknown): [type: string, arg: unknown][] {
  const casts: [string, unknown][] = [];
  walk(
    node,
    (kind, { typeName, arg }) => void (kind === 'TypeCast' && casts.push([textOf(listOf(fieldsOf(typeName).names).at(-1)) ?? '', arg])),
  );
  return casts;
}

function clocksIn(node: unknown): string[] {
  const names: string[] = [];
  walk(node, (kind, { funcname }) => void (kind === 'FuncCall' && names.push(textOf(listOf(funcname).at(-1)) ?? '')));
  return names.filter((name) => CLOCKS.includes(name));
}

function has(wanted: string, node: unknown): boolean {
  let isThere = false;
  walk([node], (kind) => void (kind === wanted && (isThere = true)));
  return isThere;
}

/** Whether an interval is added to, or taken from, something that `isMoment` accepts. */
function addsInterval(node: unknown, isMoment: (left: unknown) => boolean): boolean {
  let isThere = false;
  walk(node, (kind, { name, lexpr, rexpr }) => {
    if (kind !== 'A_Expr' || !['+', '-'].includes(textOf(listOf(name)[0]) ?? '')) return;
    const call = textOf(listOf(nodeOf('FuncCall', rexpr)?.funcname).at(-1));
    const cast = textOf(listOf(fieldsOf(nodeOf('TypeCast', rexpr)?.typeName).names).at(-1));
    // In UTC a moment is a plain timestamp, and the sum the same everywhere.
    const isPlain = textOf(listOf(nodeOf('FuncCall', withoutCasts(lexpr))?.funcname).at(-1)) === 'timezone';
    if ((call === 'make_interval' || cast === 'interval') && !isPlain && isMoment(lexpr)) isThere = true;
  });
  return isThere;
}

function tenantTablesIn(node: unknown): string[] {
  const names = new Set<string>();
  walk(node, (kind, { relname }) => void (kind === 'RangeVar' && String(relname) in TENANT_TABLES && names.add(String(relname))));
  return [...names];
}

/** Once it is sent to a shard, a table without an alias has another name than its columns. */
function namelessProblems({ ctename, ctequery }: Fields): string[] {
  const insert = nodeOf('InsertStmt', ctequery);
  if (insert === null || nodeOf('SelectStmt', insert.selectStmt)?.valuesLists !== undefined) return [];
  if (fieldsOf(insert.relation).alias !== undefined || !has('ColumnRef', insert.returningClause)) return [];
  return [`the INSERT in "${String(ctename)}" returns columns of a table without an alias`];
}

/** A query that locks rows must be of one tenant in all its parts. */
function lockProblems({ fromClause, whereClause }: Fields): string[] {
  const outer = new Set<string>();
  walk(fromClause, (kind, { alias, relname }) => {
    if (kind === 'RangeVar') outer.add(String(fieldsOf(alias).aliasname ?? relname));
  });
  const problems: string[] = [];
  walk(whereClause, (kind, { subselect }) => {
    if (kind !== 'SubLink') return;
    walk(subselect, (inner, fields) => {
      const [alias, name] = inner === 'ColumnRef' ? (columnOf({ ColumnRef: fields }) ?? []) : [];
      if (alias !== undefined && outer.has(alias) && name === 'tenantId')
        problems.push(`a query that locks rows ties a query in it to ${alias}."tenantId": give it the tenant`);
    });
  });
  return [...new Set(problems)];
}

/** The server of a node crashes: the tenant of an outer join from a sub-query with a window, or from a materialised CTE. */
function joinProblems({ fromClause, withClause }: Fields): string[] {
  const kept = new Set<string>();
  for (const item of listOf(fieldsOf(withClause).ctes)) {
    const { ctename, ctematerialized } = nodeOf('CommonTableExpr', item) ?? {};
    if (ctematerialized === 'CTEMaterializeAlways') kept.add(String(ctename));
  }
  const dangerous = new Set<string>();
  walk(fromClause, (kind, { alias, relname, subquery }) => {
    if (kind === 'RangeVar' && kept.has(String(relname))) dangerous.add(String(fieldsOf(alias).aliasname ?? relname));
    if (kind === 'RangeSubselect' && hasOpenWindow(subquery)) dangerous.add(String(fieldsOf(alias).aliasname));
  });
  const problems: string[] = [];
  walk(fromClause, (kind, { jointype, quals }) => {
    if (kind !== 'JoinExpr' || jointype === 'JOIN_INNER') return;
    walk(quals, (inner, fields) => {
      const [alias, name] = inner === 'ColumnRef' ? (columnOf({ ColumnRef: fields }) ?? []) : [];
      if (alias !== undefined && dangerous.has(alias) && name === 'tenantId')
        problems.push(`an outer join takes the tenant from "${alias}", which crashes the server: give it the tenant`);
    });
  });
  return problems;
}

/** With a window that mixes tenants, as far as the server can tell. */
function hasOpenWindow(query: unknown): boolean {
  let isOpen = false;
  walk(query, (kind, { over }) => {
    if (kind !== 'FuncCall' || over === undefined) return;
    const parts = listOf(fieldsOf(over).partitionClause).map((part) => columnOf(part)?.at(-1));
    if (!parts.includes('tenantId')) isOpen = true;
  });
  return isOpen;
}
