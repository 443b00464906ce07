/** What a schema contains, as PostgreSQL's catalog tells it, so that two schemas can be compared whoever made them. */
import type { Client } from 'pg';

/**
 * Each thing in the schema and what it is like. Left out is what schema.prisma cannot say: collations, checks, which constraints are deferred,
 * partial indexes, views, functions, row security and grants.
 */
const CATALOG = `with place as (select $1::regnamespace as id)
  select 'enum ' || t.typname as name, (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as definition
    from pg_type t, place where t.typnamespace = place.id and t.typtype = 'e'
  union all select 'table ' || c.relname, '' from pg_class c, place where c.relnamespace = place.id and c.relkind in ('r', 'p')
  union all select 'sequence ' || c.relname, '' from pg_class c, place where c.relnamespace = place.id and c.relkind = 'S'
  union all select 'column ' || c.relname || '.' || a.attname,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid))
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum, place
    where c.relnamespace = place.id and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  union all select 'constraint ' || c.relname || '.' || k.conname, replace(pg_get_constraintdef(k.oid), ' DEFERRABLE INITIALLY DEFERRED', '')
    from pg_class c join pg_constraint k on k.conrelid = c.oid, place where c.relnamespace = place.id and k.contype in ('p', 'u', 'f', 'x')
  union all select 'index ' || i.relname, replace(pg_get_indexdef(i.oid), place.id::text || '.', '')
    from pg_class i join pg_index x on x.indexrelid = i.oid, place where i.relnamespace = place.id and x.indpred is null`;

/** The definitions by name, of everything in `schema` but the record of migrations. Changes the search path of `client`. */
export async function schemaCatalog(client: Client, schema: string): Promise<Map<string, string>> {
  // The names of its own types and tables are then written without the schema.
  await client.query(`select set_config('search_path', $1, false)`, [schema]);
  const { rows } = await client.query<{ name: string; definition: string }>(CATALOG, [schema]);
  return new Map(rows.filter(({ name }) => !name.includes('_prisma_migrations')).map(({ name, definition }) => [name, definition]));
}

/** One line for each thing that only one of the two has, or that is different, in the order of names. */
export function differences(wanted: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...wanted.keys(), ...found.keys()])].sort();
  return names
    .filter((name) => wanted.get(name) !== found.get(name))
    .map((name) => `${name}: ${found.get(name) ?? 'missing'}, not ${wanted.get(name) ?? 'there in schema.prisma'}`);
}
