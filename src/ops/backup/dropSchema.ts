/** Makes room for a restore: removes what belongs to Faultline, and keeps what an administrator has added beside it. */
import type { Client } from 'pg';
import { quoteName } from './catalog';
import { readOwnSchema } from './ownSchema';

/** Runs `sql` and returns what the database says it has dropped along with it, each as in `view names`. */
async function dropAndName(client: Client, sql: string): Promise<string[]> {
  const dropped: string[] = [];
  const listen = ({ message = '', detail = '' }: { message?: string | undefined; detail?: string | undefined }): void => {
    for (const [, what] of `${message}\n${detail}`.matchAll(/^drop cascades to (.*)$/gm))
      if (what !== undefined && !/^\d+ other objects$/.test(what)) dropped.push(what);
  };
  client.on('notice', listen);
  try {
    await client.query(sql);
  } finally {
    client.off('notice', listen);
  }
  return dropped;
}

/** Tables that inherit from one of ours hold rows of their own, which would go with it. */
async function detachHeirs(client: Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ heir: string; parent: string }>(
    `select i.inhrelid::regclass::text as heir, p.oid::regclass::text as parent
     from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
     where p.relnamespace = current_schema()::regnamespace and p.relname = any ($1) and not c.relispartition`,
    [tables],
  );
  for (const { heir, parent } of rows) await client.query(`alter table ${heir} no inherit ${parent}`);
}

/** Types that nothing needs any more; the others get another name, because columns of an administrator would go with them. */
async function dropTypes(client: Client, enums: readonly string[], progress: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string; isUsed: boolean }>(
    `select t.typname as name, exists (select from pg_depend d where d.refclassid = 'pg_type'::regclass
       and d.refobjid in (t.oid, t.typarray) and d.deptype = 'n') as "isUsed"
     from pg_type t where t.typnamespace = current_schema()::regnamespace and t.typname = any ($1)
     order by t.typname collate "C"`,
    [enums],
  );
  for (const { name, isUsed } of rows) {
    if (!isUsed) {
      await client.query(`drop type ${quoteName(name)}`);
      continue;
    }
    const kept = await freeName(client, name);
    await client.query(`alter type ${quoteName(name)} rename to ${quoteName(kept)}`);
    progress(`  The type ${name} is called ${kept} from now on, because something of yours uses it.`);
  }
}

async function freeName(client: Client, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = `${name}_before_restore_${number}`;
    const { rows } = await client.query<{ isTaken: boolean }>(
      'select exists (select from pg_type where typnamespace = current_schema()::regnamespace and typname = $1) as "isTaken"',
      [candidate],
    );
    if (rows[0]?.isTaken === false) return candidate;
  }
}

/**
 * Removes Faultline's tables, types and functions from this schema. An administrator's tables keep their rows; `progress` gets a line for
 * each view and constraint that cannot stay, because it uses one of ours.
 */
export async function dropSchema(client: Client, progress: (line: string) => void): Promise<void> {
  const { tables, enums, views } = readOwnSchema();
  const names = [...tables.keys()];
  await detachHeirs(client, names);
  const gone = await dropAndName(client, `drop table if exists ${names.map(quoteName).join(', ')} cascade`);
  const foreign = gone.filter((what) => !views.some((name) => what === `view ${name}`));
  for (const what of foreign.sort()) progress(`  Removed: ${what}, because it uses a table of Faultline.`);
  await client.query('drop function if exists refresh_statistics(text)');
  await client.query('drop function if exists names_of_people(text[])');
  await dropTypes(client, enums, progress);
}
