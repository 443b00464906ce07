/** Which tenants a statement reaches. Each tenant table in it must be tied to one given tenant, by an equality that holds for every row. */
import { TENANT_TABLES } from '@/ops/distribution/tables';
import { columnOf, conjunctsOf, fieldsOf, isFixed, listOf, nodeOf, textOf, walk, withoutCasts, type Fields } from './parsedStatement';

/** An entry of a FROM: a tenant table, or something whose own rows may be tied to a tenant. */
interface Relation {
  alias: string;
  /** Null if it is not a tenant table. */
  table: string | null;
  key: string;
}

/** What a query tells the query around it. */
interface Derived {
  /** Whether its column "tenantId" is always that of the given tenant. */
  isTied: boolean;
  isModifying: boolean;
}

const GIVEN = 'the given tenant';
const NOTHING: Derived = { isTied: false, isModifying: false };

/** One level of FROM, with the equalities that hold for each of its rows. */
class Scope {
  readonly relations: Relation[] = [];
  private readonly equals = new Map<string, string>();

  constructor(
    readonly outer: Scope | null,
    /** Rows of the level around it are looked up one by one, so their tenant does not say on which node to look. */
    readonly isLookedUp = false,
  ) {}

  add(relation: Relation, isTied: boolean): void {
    this.relations.push(relation);
    if (isTied) this.unite(relation.alias, GIVEN);
  }

  unite(one: string, other: string): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    if (a !== b) this.equals.set(a, b);
  }

  isTied(alias: string): boolean {
    return this.rootOf(alias) === this.rootOf(GIVEN);
  }

  /** The relation whose key this column is, or the given tenant; null for anything else. */
  find(expression: unknown): string | null {
    if (isFixed(expression)) return GIVEN;
    const parts = columnOf(withoutCasts(expression));
    if (parts === null) return null;
    const column = parts.at(-1);
    const alias = parts.at(-2);
    const fitting = this.relations.find((relation) => relation.key === column && (alias === undefined || relation.alias === alias));
    if (fitting !== undefined) return fitting.alias;
    if (this.outer === null || this.relations.some((relation) => relation.alias === alias)) return null;
    if (this.isLookedUp) return null;
    const outside = this.outer.find(expression);
    return outside !== null && this.outer.isTied(outside) ? GIVEN : null;
  }

  private rootOf(name: string): string {
    const next = this.equals.get(name);
    return next === undefined ? name : this.rootOf(next);
  }
}

type Tables = ReadonlyMap<string, Derived>;

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

/**
 * What is wrong with the reach of the statement; empty for a statement that is not a query. With its values, a list of identical parameters
 * counts as one parameter.
 */
export function reachProblems(statement: Fields, values: readonly unknown[] = []): string[] {
  const reading = new Reading(values);
  reading.query(statement, null, new Map());
  return [...new Set(reading.problems)];
}

class Reading {
  readonly problems: string[] = [];

  constructor(private readonly values: readonly unknown[]) {}

  query(node: unknown, outer: Scope | null, known: Tables, isLookedUp = false): Derived {
    const kind = QUERIES.find((name) => nodeOf(name, node) !== null);
    if (kind === undefined) return NOTHING;
    const fields = nodeOf(kind, node)!;
    const tables = this.withQueries(fields, outer, known, isLookedUp);
    switch (kind) {
      case 'SelectStmt':
        return this.select(fields, outer, tables, isLookedUp).derived;
      case 'InsertStmt':
        return this.insert(fields, outer, tables);
      case 'UpdateStmt':
      case 'DeleteStmt':
        return this.change(fields, outer, tables);
    }
  }

  private withQueries(fields: Fields, outer: Scope | null, known: Tables, isLookedUp = false): Tables {
    const tables = new Map(known);
    for (const item of listOf(fieldsOf(fields.withClause).ctes)) {
      const { ctename, ctequery, ctematerialized } = fieldsOf(nodeOf('CommonTableExpr', item));
      tables.set(String(ctename), this.query(ctequery, outer, tables, isLookedUp));
      if (ctematerialized === 'CTEMaterializeAlways' && callsOf(ctequery).some((name) => !isSteady(name)))
        this.problems.push(
          `the materialised CTE "${String(ctename)}" calls what answers differently each time: give the moment as a parameter`,
        );
    }
    return tables;
  }

  private select(fields: Fields, outer: Scope | null, tables: Tables, isLookedUp = false): { derived: Derived; scope: Scope } {
    const scope = new Scope(outer, isLookedUp);
    if (fields.op !== undefined && fields.op !== 'SETOP_NONE') {
      const sides = [fields.larg, fields.rarg].map((side) => this.query({ SelectStmt: side }, outer, tables, isLookedUp));
      return { derived: { isTied: sides.every(({ isTied }) => isTied), isModifying: false }, scope };
    }
    this.from(listOf(fields.fromClause), scope, tables);
    this.conditions(fields.whereClause, scope);
    for (const item of listOf(fields.lockingClause)) {
      const locked = listOf(nodeOf('LockingClause', item)?.lockedRels).map((rel) => String(nodeOf('RangeVar', rel)?.relname));
      for (const { alias, table } of scope.relations)
        if (table !== null && (locked.length === 0 || locked.includes(alias)) && !scope.isTied(alias))
          this.problems.push(`rows of "${table}" are locked without their tenant`);
    }
    this.judge(scope);
    const { withClause: _with, larg: _larg, rarg: _rarg, targetList, fromClause, ...own } = fields;
    this.inside(own, scope, tables);
    this.inside([targetList, fromClause], scope, tables, true);
    return { derived: { isTied: givesTenant(listOf(fields.targetList), scope), isModifying: false }, scope };
  }

  private change(fields: Fields, outer: Scope | null, tables: Tables): Derived {
    const scope = new Scope(outer);
    this.from([{ RangeVar: fields.relation }, ...listOf(fields.fromClause), ...listOf(fields.usingClause)], scope, tables);
    this.conditions(fields.whereClause, scope);
    this.judge(scope);
    const { withClause: _with, targetList, returningClause, ...own } = fields;
    this.inside(own, scope, tables);
    this.inside([targetList, returningClause], scope, tables, true);
    return { isTied: givesTenant(listOf(fieldsOf(returningClause).exprs), scope), isModifying: true };
  }

  private insert(fields: Fields, outer: Scope | null, tables: Tables): Derived {
    const { relname, alias } = fieldsOf(fields.relation);
    const table = String(relname);
    const key = TENANT_TABLES[table];
    const target = { alias: String(fieldsOf(alias).aliasname ?? table), table: key === undefined ? null : table, key: key ?? 'tenantId' };
    if (key !== undefined) this.inserted(fields, table, key, outer, tables);
    else if (fields.selectStmt !== undefined) this.query(fields.selectStmt, outer, tables);
    const scope = new Scope(outer);
    scope.add(target, true);
    scope.add({ ...target, alias: 'excluded' }, true);
    this.inside({ conflict: fields.onConflictClause, returning: fields.returningClause }, scope, tables);
    return { isTied: givesTenant(listOf(fieldsOf(fields.returningClause).exprs), scope), isModifying: true };
  }

  /** Checks where the rows that are inserted into a tenant table come from. */
  private inserted(fields: Fields, table: string, key: string, outer: Scope | null, tables: Tables): void {
    const place = listOf(fields.cols).findIndex((column) => nodeOf('ResTarget', column)?.name === key);
    const source = nodeOf('SelectStmt', fields.selectStmt);
    if (place === -1 || source === null) {
      this.problems.push(`a row of "${table}" is written without "${key}"`);
      return;
    }
    const rows = listOf(source.valuesLists);
    if (rows.length > 0) {
      for (const row of rows)
        if (!isFixed(listOf(fieldsOf(nodeOf('List', row)).items)[place]))
          this.problems.push(`a row of "${table}" is written for a tenant that is not given`);
      this.inside(rows, new Scope(outer), tables);
      return;
    }
    const inner = this.withQueries(source, outer, tables);
    const { scope } = this.select(source, outer, inner);
    const value = nodeOf('ResTarget', listOf(source.targetList)[place])?.val;
    const from = columnOf(value) === null ? null : scope.find(value);
    const relation = scope.relations.find(({ alias }) => alias === from);
    if (relation?.table === undefined || relation.table === null)
      this.problems.push(
        `INSERT … SELECT into "${table}" takes "${key}" from no table of tenants, so that the rows would be copied past row-level security`,
      );
    const used = new Set<string>();
    walk(source, (kind, { relname }) => void (kind === 'RangeVar' && used.add(String(relname))));
    const modifying = [...inner].filter(([name, { isModifying }]) => isModifying && (used.has(name) || fields.withClause !== undefined));
    for (const [name] of modifying) this.problems.push(`INSERT … SELECT into "${table}" reads from "${name}", which changes rows itself`);
    if (outer !== null) this.problems.push(`INSERT … SELECT into "${table}" is inside another query`);
  }

  private from(items: readonly Fields[], scope: Scope, tables: Tables): void {
    for (const item of items) {
      const table = nodeOf('RangeVar', item);
      const join = nodeOf('JoinExpr', item);
      const query = nodeOf('RangeSubselect', item);
      if (table !== null) this.named(table, scope, tables);
      if (query !== null) {
        const isTied = query.lateral === true ? false : this.query(query.subquery, scope.outer, tables, scope.isLookedUp).isTied;
        scope.add({ alias: String(fieldsOf(query.alias).aliasname), table: null, key: 'tenantId' }, isTied);
      }
      if (join !== null) {
        const before = scope.relations.length;
        this.from([fieldsOf(join.larg), fieldsOf(join.rarg)], scope, tables);
        if (listOf(join.usingClause).some((column) => textOf(column) === 'tenantId')) {
          const [first, ...others] = scope.relations.slice(before).filter(({ key }) => key === 'tenantId');
          if (first !== undefined) for (const { alias } of others) scope.unite(first.alias, alias);
        }
        this.conditions(join.quals, scope);
      }
    }
  }

  private named(range: Fields, scope: Scope, tables: Tables): void {
    const name = String(range.relname);
    const alias = String(fieldsOf(range.alias).aliasname ?? name);
    const query = range.schemaname === undefined ? tables.get(name) : undefined;
    const key = query === undefined ? TENANT_TABLES[name] : undefined;
    scope.add({ alias, table: key === undefined ? null : name, key: key ?? 'tenantId' }, query?.isTied === true);
  }

  private conditions(condition: unknown, scope: Scope): void {
    for (const part of conjunctsOf(condition)) {
      const { kind, name, lexpr, rexpr } = fieldsOf(nodeOf('A_Expr', part));
      if (textOf(listOf(name)[0]) !== '=') continue;
      const [left, right] = [nodeOf('RowExpr', lexpr), nodeOf('RowExpr', rexpr)];
      if (kind === 'AEXPR_IN') {
        const items = listOf(fieldsOf(nodeOf('List', rexpr)).items);
        const stated = items.map((item) => this.values[Number(nodeOf('ParamRef', item)?.number) - 1]);
        const isOne = items.length === 1 || (stated[0] !== undefined && stated.every((value) => value === stated[0]));
        if (isOne) this.equate(lexpr, items[0], scope);
      } else if (kind === 'AEXPR_OP' && left !== null && right !== null)
        listOf(left.args).forEach((one, index) => this.equate(one, listOf(right.args)[index], scope));
      else if (kind === 'AEXPR_OP') this.equate(lexpr, rexpr, scope);
    }
  }

  private equate(left: unknown, right: unknown, scope: Scope): void {
    const [one, other] = [scope.find(left), scope.find(right)];
    if (one !== null && other !== null) scope.unite(one, other);
  }

  private judge(scope: Scope): void {
    for (const { alias, table, key } of scope.relations)
      if (table !== null && !scope.isTied(alias)) this.problems.push(`"${table}" is queried without "${key}" = a given tenant`);
  }

  /** Checks the queries inside expressions, which see the level around them; `areLookedUp` if the answer is part of each row. */
  private inside(expressions: unknown, scope: Scope, tables: Tables, areLookedUp = false): void {
    walk(expressions, (kind, fields) => {
      if (kind === 'SubLink') {
        this.query(fields.subselect, scope, tables, areLookedUp);
        this.inside(fields.testexpr, scope, tables, areLookedUp);
        return false;
      }
      if (kind === 'RangeSubselect') {
        if (fields.lateral === true) this.query(fields.subquery, scope, tables, areLookedUp);
        return false;
      }
      return true;
    });
  }
}

/** Whether the target list has a column "tenantId" that is always that of the given tenant. */
function givesTenant(targets: readonly Fields[], scope: Scope): boolean {
  const ofTenants = scope.relations.filter(({ table }) => table !== null);
  return targets.some((target) => {
    const { name, val } = fieldsOf(nodeOf('ResTarget', target));
    const column = columnOf(withoutCasts(val));
    if (column?.at(-1) === '*') {
      const meant = column.length === 1 ? ofTenants : ofTenants.filter(({ alias }) => alias === column[0]);
      return meant.length > 0 && meant.every(({ alias }) => scope.isTied(alias));
    }
    if ((name ?? column?.at(-1)) !== 'tenantId') return false;
    const found = scope.find(val);
    return found !== null && (found === GIVEN || scope.isTied(found));
  });
}

/** The names of the functions called anywhere below `node`. */
export function callsOf(node: unknown): string[] {
  const names: string[] = [];
  walk(node, (kind, { funcname }) => void (kind === 'FuncCall' && names.push(textOf(listOf(funcname).at(-1)) ?? '')));
  return names;
}

/**
 * Functions with the same result throughout one statement, which the catalog confirms. A statement that needs another function needs a new
 * entry here.
 */
export const STEADY_FUNCTIONS: readonly string[] = [
  'array_agg',
  'array_length',
  'cardinality',
  'ceil',
  'count',
  'current_setting',
  'date_part',
  'date_trunc',
  'extract',
  'floor',
  'json_agg',
  'json_array_elements',
  'json_build_array',
  'json_build_object',
  'json_populate_recordset',
  'json_to_recordset',
  'jsonb_build_object',
  'jsonb_populate_recordset',
  'jsonb_set',
  'jsonb_to_recordset',
  'length',
  'lower',
  'make_interval',
  'max',
  'md5',
  'min',
  'now',
  'sha256',
  'statement_timestamp',
  'string_agg',
  'string_to_array',
  'sum',
  'timezone',
  'to_char',
  'to_timestamp',
  'unnest',
  'upper',
];

/** Whether the function is known to have the same result throughout one statement. */
export function isSteady(name: string): boolean {
  return STEADY_FUNCTIONS.includes(name);
}
