/** What others notice while a table that is in use is to be altered. */
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { alterTable } from './alterTable';
import { rowSecurity } from './planDistribution';

const { owner, addresses } = await useOwnDatabase();

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: addresses.owner });
  await client.connect();
  return client;
}

it('lets everybody else go on between two attempts to alter a table that is in use', { tags: ['long'] }, async () => {
  const [user, changing, reader] = [await connected(), await connected(), await connected()];
  try {
    await user.query('begin');
    await user.query('select 1 from "component" limit 1');
    const changed = alterTable(changing, rowSecurity('component', 'no force'));
    const begun = performance.now();
    let longest = 0;
    let reads = 0;
    for (; performance.now() - begun < 3_500; reads++) {
      const asked = performance.now();
      await reader.query('select 1 from "component" limit 1');
      longest = Math.max(longest, performance.now() - asked);
    }
    // Behind one attempt after the other, one a second would be answered.
    expect(reads).toBeGreaterThan(20);
    expect(longest).toBeLessThan(3_000);
    await user.query('commit');
    await changed;
    const { rows } = await owner.query(`select relforcerowsecurity as "isForced" from pg_class where oid = '"component"'::regclass`);
    expect(rows).toEqual([{ isForced: false }]);
    await alterTable(changing, rowSecurity('component', 'force'));
  } finally {
    for (const client of [user, changing, reader]) await client.end();
  }
});
