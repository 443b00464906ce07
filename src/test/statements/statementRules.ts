/**
 * The rules by which a statement of the service runs on one node of a distributed PostgreSQL exactly as it runs here. Each rule comes from
 * a failure of the real schema on such a server; decision 45 lists them.
 */
import { TENANT_TABLES } from '@/ops/distribution/tables';
import { fieldsOf, listOf, nodeOf, parseStatements, textOf, walk, type Fields } from './parsedStatement';
import { clusterProblems } from './clusterRules';
import { callsOf, isSteady, reachProblems } from './tenantReach';

/** What is wrong with each statement of a message, sent with `values`; empty if nothing is. */
export function problemsOf(sql: string, values: readonly unknown[] = []): string[] {
  return [
    ...new Set(
      parseStatements(sql).flatMap((statement) => [
        ...reachProblems(statement, values),
        ...changeProblems(statement),
        ...sessionProblems(statement),
        ...clusterProblems(statement),
      ]),
    ),
  ];
}

/** Whatever is evaluated on the way to a row must have the same result wherever that happens. */
function changeProblems(statement: Fields): string[] {
  const problems: string[] = [];
  const look = (what: string, ...parts: unknown[]): void => {
    for (const name of parts.flatMap(callsOf))
      if (!isSteady(name)) problems.push(`${what} calls ${name}(), which is not known to answer the same all through one statement`);
  };
  walk(statement, (kind, fields) => {
    if (kind === 'UpdateStmt') look('an UPDATE', fields.targetList, fields.whereClause, fields.fromClause, fields.returningClause);
    if (kind === 'DeleteStmt') look('a DELETE', fields.whereClause, fields.usingClause, fields.returningClause);
    if (kind !== 'InsertStmt') return;
    look('a DO UPDATE', fields.onConflictClause);
    const source = nodeOf('SelectStmt', fields.selectStmt);
    const isOfTenants = String(fieldsOf(fields.relation).relname) in TENANT_TABLES;
    if (isOfTenants && source !== null && source.valuesLists === undefined) look('an INSERT … SELECT', source);
    for (const row of listOf(source?.valuesLists))
      walk(row, (inner) => void (inner === 'SubLink' && problems.push('an INSERT … VALUES asks another query for a value')));
  });
  walk(statement, (kind, { ctename, ctequery }) => {
    const insert = kind === 'CommonTableExpr' ? nodeOf('InsertStmt', ctequery) : null;
    if (insert !== null && insert.returningClause === undefined)
      problems.push(`the INSERT in "${String(ctename)}" returns nothing: say RETURNING 1`);
  });
  return problems;
}

const LOCKS = /^pg_(try_)?advisory_/;
const ROLE = /\b(set\s+(local\s+|session\s+)?(role|session\s+authorization)|reset\s+role)\b/i;

/** The state of a connection is not passed on to the nodes that do the work, and locks of one node mean nothing on another. */
function sessionProblems(statement: Fields): string[] {
  const problems: string[] = [];
  const variable = nodeOf('VariableSetStmt', statement)?.name;
  if (variable === 'role' || variable === 'session_authorization') problems.push('the role changes on the way');
  for (const item of listOf(nodeOf('DoStmt', statement)?.args))
    if (ROLE.test(textOf(nodeOf('DefElem', item)?.arg) ?? '')) problems.push('the role changes on the way');
  walk(statement, (kind, { funcname, args }) => {
    if (kind !== 'FuncCall') return;
    const name = textOf(listOf(funcname).at(-1)) ?? '';
    if (LOCKS.test(name)) problems.push(`${name}() locks one node alone: lock a row of the tenant`);
    if (name !== 'set_config') return;
    const [setting, , lasts] = listOf(args);
    if (textOf(setting) === 'role') problems.push('the role changes on the way');
    if (fieldsOf(nodeOf('A_Const', lasts)?.boolval).boolval === true)
      problems.push('set_config() is not carried to other nodes: SET LOCAL is');
  });
  return problems;
}
