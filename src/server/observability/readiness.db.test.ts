/**
 * Ready means migrated: tested on a database without tables, of an older version, of this version, and migrated further by a newer version.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NEWEST_MIGRATION } from '@generated/thisVersion';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import { answerWebRequest } from '@/doors/webHandler';
import { useOwnDatabase } from '@/test/database';
import { database, openDatabase } from '@/server/db/database';
import { forgetProcessState, processState } from '@/server/processState';
import { healthProbe, ownMetrics, readyProbe } from './probes';

const { version: packageVersion } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const { owner, addresses } = await useOwnDatabase();

it('a server is ready once the newest migration of its version is applied, and stays ready when a newer version migrates further', async () => {
  await owner.query('alter table _prisma_migrations rename to put_aside');
  expect(await readyProbe()).toMatchObject({ status: 503, body: expect.stringContaining('npm run db:migrate') });
  await owner.query('alter table put_aside rename to _prisma_migrations');

  const rename = (from: string, to: string) =>
    owner.query('update _prisma_migrations set migration_name = $2 where migration_name = $1', [from, to]);
  expect((await rename(NEWEST_MIGRATION, 'not yet')).rowCount).toBe(1);
  expect((await readyProbe()).status).toBe(503);

  await rename('not yet', NEWEST_MIGRATION);
  await owner.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('newer', '', '29990101000000_newer', now())`,
  );
  const { status, body } = await readyProbe();
  expect([status, JSON.parse(body)]).toEqual([
    200,
    {
      status: 'ready',
      writes: { state: 'Accepted' },
      warning: expect.stringMatching(/newer version of Faultline: .* does not know 29990101000000_newer\.$/),
      version: packageVersion,
      newestMigration: NEWEST_MIGRATION,
    },
  ]);
});

it('a server that was ready stays ready while the node with the list of migrations is away', async () => {
  expect((await readyProbe()).status).toBe(200);
  await owner.query('alter table _prisma_migrations rename to put_aside');
  try {
    expect((await readyProbe()).status).toBe(200);
    forgetProcessState('readiness');
    expect((await readyProbe()).status).toBe(503);
  } finally {
    await owner.query('alter table put_aside rename to _prisma_migrations');
  }
  expect((await readyProbe()).status).toBe(200);
});

it('probes and metrics tell the version and its newest migration', async () => {
  const release = { version: packageVersion, newestMigration: NEWEST_MIGRATION };
  expect(JSON.parse(healthProbe().body)).toEqual({ status: 'ok', ...release });
  expect(await ownMetrics()).toContain(
    `faultline_build_info{version="${release.version}",newest_migration="${release.newestMigration}"} 1\n`,
  );
});

it.each(['app', 'system'] as const)('a server is ready only with the login of the %s', async (login) => {
  const refused = new URL(addresses[login]);
  refused.pathname = '/there_is_no_such_database';
  await database().close();
  forgetProcessState('database');
  const broken = processState('database', () => openDatabase({ ...addresses, [login]: refused.href }, 2));
  try {
    expect(await readyProbe()).toMatchObject({ status: 503, body: expect.stringContaining('does not answer') });
  } finally {
    await broken.close();
    forgetProcessState('database');
  }
  expect(await readyProbe()).toMatchObject({ status: 200 });
});

it('the API answers before its tables exist, and says how long to wait', async () => {
  await owner.query('alter table key_directory rename to put_aside');
  const answer = await answerWebRequest(
    new Request('https://faultline.example/api/00000000-0000-4000-8000-000000000001/applications', {
      headers: { authorization: `Bearer ${keyFromRandomBytes(randomBytes(200)) ?? ''}` },
    }),
    { isProxyTrusted: false },
  );
  await owner.query('alter table put_aside rename to key_directory');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('60');
  expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('not migrated') });
});
