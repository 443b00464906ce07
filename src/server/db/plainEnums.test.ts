import { describe, expect, it } from 'vitest';
import { namesInArray, withoutEnumCasts } from './plainEnums';

describe('a statement of the ORM that writes', () => {
  it.each([
    [
      'an enum that is returned',
      'INSERT INTO "public"."membership" ("tenantId","role") VALUES ($1,CAST($2::text AS "public"."role")) RETURNING "public"."membership"."role"::text, "public"."membership"."createdAt"',
      'INSERT INTO "public"."membership" ("tenantId","role") VALUES ($1,CAST($2 AS "public"."role")) RETURNING "public"."membership"."role", "public"."membership"."createdAt"',
      [],
    ],
    [
      'an enum in DO UPDATE',
      'INSERT INTO "public"."membership" ("role") VALUES (CAST($1::text AS "public"."role")) ON CONFLICT ("role") DO UPDATE SET "role" = CAST($2::text AS "public"."role")',
      'INSERT INTO "public"."membership" ("role") VALUES (CAST($1 AS "public"."role")) ON CONFLICT ("role") DO UPDATE SET "role" = CAST($2 AS "public"."role")',
      [],
    ],
    [
      'a list of enums',
      'UPDATE "public"."tenant" SET "revenueVisibleTo" = CAST($1::text[] AS "public"."role"[]) WHERE ("public"."tenant"."id" = $2 AND 1=1) RETURNING "public"."tenant"."id", "public"."tenant"."revenueVisibleTo"::text[]',
      'UPDATE "public"."tenant" SET "revenueVisibleTo" = CAST($1 AS "public"."role"[]) WHERE ("public"."tenant"."id" = $2 AND 1=1) RETURNING "public"."tenant"."id", "public"."tenant"."revenueVisibleTo"',
      [1],
    ],
  ])('is sent without the casts of %s', (_, sql, sent, lists) => {
    expect(withoutEnumCasts(sql)).toEqual({ sql: sent, lists });
  });

  it('is not changed if it only reads', () => {
    const sql = 'SELECT "public"."membership"."role"::text FROM "public"."membership" WHERE "role" = CAST($1::text AS "public"."role")';
    expect(withoutEnumCasts(sql)).toEqual({ sql, lists: [] });
  });

  it('gets lists of enums back as lists', () => {
    expect(['{}', '{Owner}', '{Owner,Admin}'].map(namesInArray)).toEqual([[], ['Owner'], ['Owner', 'Admin']]);
  });
});
