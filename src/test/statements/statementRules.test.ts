import { describe, expect, it } from 'vitest';
import { FORMER_STATEMENTS } from './formerStatements';
import { problemsOf } from './statementRules';

describe('a statement that a distributed PostgreSQL refused', () => {
  it.each(FORMER_STATEMENTS.map(({ what, sql, problems }) => [what, sql, problems] as const))('is refused: %s', (_, sql, problems) => {
    expect(problemsOf(sql)).toEqual(problems);
  });
});

const T = `"tenantId" = $1::uuid`;
const ASKED = (table: string): string => `"${table}" is queried without "tenantId" = a given tenant`;

describe('the restriction of a table to one tenant', () => {
  it.each([
    ['by a parameter', `select 1 from "component" where ${T}`],
    [
      'by a name with a schema, as the ORM writes it',
      `select "public"."component"."id" from "public"."component" where "public"."component"."tenantId" = $1`,
    ],
    ['by a list of one', `select 1 from "component" where "tenantId" in ($1)`],
    ['by a join', `select 1 from "component" c join "dependency" d on d."tenantId" = c."tenantId" and d."id" = c."id" where d.${T}`],
    ['by a join over a shared column', `select 1 from "component" c join "dependency" d using ("tenantId") where d.${T}`],
    [
      'by the outer row',
      `select 1 from "component" c where c.${T} and exists (select 1 from "dependency" d where d."tenantId" = c."tenantId")`,
    ],
    ['by a pair', `select 1 from "component" where ("tenantId", "id") = ($1, $2)`],
    ['by the id of the tenant itself', `select 1 from "tenant" t join "component" c on c."tenantId" = t."id" where t."id" = $1`],
    [
      'by a separate query',
      `with mine as (select * from "component" where ${T}) select 1 from mine s join "dependency" d on d."tenantId" = s."tenantId"`,
    ],
    [
      'beside a lateral query',
      `select 1 from "component" c, lateral (select 1 from "dependency" d where d.${T} and d."targetComponentId" = c."id") x where c.${T}`,
    ],
    ['without any, for tables that belong to no tenant', `select 1 from "user" join "session" on true`],
  ])('is found %s', (_, sql) => {
    expect(problemsOf(sql)).toEqual([]);
  });

  it.each([
    ['one of several tenants', `select 1 from "component" where "tenantId" = any($1::uuid[])`, ['component']],
    ['another column', `select 1 from "component" where "id" = $1`, ['component']],
    ['one side of an OR', `select 1 from "component" where ${T} or "id" = $2`, ['component']],
    ['another comparison', `select 1 from "component" where "tenantId" <> $1`, ['component']],
    ['a table beside it', `select 1 from "component" c, "dependency" d where c.${T}`, ['dependency']],
    [
      'a query inside that forgets',
      `select 1 from "component" where ${T} and exists (select 1 from "dependency" d where d."id" = $2)`,
      ['dependency'],
    ],
    [
      'a query inside, for the one around it',
      `select 1 from "component" c where exists (select 1 from "dependency" d where d."tenantId" = c."tenantId" and d.${T})`,
      ['component'],
    ],
    ['a setting of the connection', `delete from "component" where "tenantId" = current_setting('app.tenant')::uuid`, ['component']],
    [
      'the outer row, beside a lateral query',
      `select 1 from "component" c, lateral (select 1 from "dependency" d where d."tenantId" = c."tenantId") x where c.${T}`,
      ['dependency'],
    ],
    [
      'the outer row, in a query for a column',
      `select (select count(*) from "dependency" d where d."tenantId" = c."tenantId") from "component" c where c.${T}`,
      ['dependency'],
    ],
    [
      'the outer row, in a query for a new value',
      `update "component" c set "version" = (select count(*) from "dependency" d where d."tenantId" = c."tenantId") where c.${T}`,
      ['dependency'],
    ],
    ['either side of a UNION', `select 1 from "component" where ${T} union select 1 from "dependency"`, ['dependency']],
  ])('is not found with %s', (_, sql, tables) => {
    expect(problemsOf(sql)).toEqual(tables.map(ASKED));
  });

  it('is found with a list of parameters that all name one tenant', () => {
    const sql = `select 1 from "component" where "tenantId" in ($1, $2)`;
    expect(problemsOf(sql, ['a', 'a'])).toEqual([]);
    expect(problemsOf(sql, ['a', 'b'])).toEqual([ASKED('component')]);
  });

  it('is found for a row written for a given tenant, and for no other', () => {
    expect(problemsOf(`insert into "component" ("tenantId", "id") values ($1, $2), ($3, $4)`)).toEqual([]);
    expect(problemsOf(`insert into "component" ("id") values ($1)`)).toEqual(['a row of "component" is written without "tenantId"']);
    expect(problemsOf(`insert into "component" ("tenantId") values ((select "id" from "user"))`)).toEqual([
      'a row of "component" is written for a tenant that is not given',
      'an INSERT … VALUES asks another query for a value',
    ]);
  });
});
