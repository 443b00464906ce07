/**
 * Moves a filled tenant from one installation to another and back: what arrives, what stays, who gets in, and what happens to invalid
 * files.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeBackup } from '@/ops/backup/writeBackup';
import { prepareDemo } from '@/ops/demo/demo';
import { createApiKey } from '@/server/auth/apiKeys';
import { findKey } from '@/server/auth/findKey';
import { createInvitation } from '@/server/auth/invitations';
import { createPerson, isPasswordOf } from '@/server/auth/people';
import { createTenant, listTenants } from '@/server/auth/tenants';
import { openDatabase } from '@/server/db/database';
import { acceptSignal } from '@/server/health/acceptSignals';
import { changeLandscape } from '@/server/landscape/changeLandscape';
import { setFrozen } from '@/server/landscape/freeze';
import { reseal } from '@/server/secrets';
import { tenantDb } from '@/server/db/tenantDb';
import { createView } from '@/server/views/savedViews';
import { WEBHOOK_SECRET } from '@/server/webhooks/endpointSecrets';
import { createWebhook } from '@/server/webhooks/endpoints';
import { createTestDatabase, useSingleLoginDatabase } from '@/test/database';
import { admin, everything, inspect, type Installation, rowsOf, serveFrom } from '@/test/installations';
import { SYSTEM } from '@/test/restTenants';
import { importTenant } from './importTenant';
import { STAGE } from './stageTenant';

const SECRET = 'the secret of the installation that a tenant leaves';
const OTHER_SECRET = 'the secret of the installation that it comes to';
const ADA = 'ada@example.org';
const BOB = 'bob@example.org';
const directory = mkdtempSync(join(tmpdir(), 'faultline-move-'));
const file = (name: string): string => join(directory, name);
const drops: (() => Promise<void>)[] = [];
const single = await useSingleLoginDatabase();
const quiet = (): void => undefined;

async function install(secret = SECRET): Promise<Installation> {
  const { addresses, drop } = await createTestDatabase();
  const database = openDatabase(addresses, 4);
  drops.push(async () => {
    await database.close();
    await drop();
  });
  return { addresses, database, secret };
}

/** A copy of a file with its text changed, and a matching digest. */
function forged(from: string, name: string, change: (text: string) => string): string {
  const text = gunzipSync(readFileSync(from)).toString('utf8');
  const end = text.lastIndexOf('{"rows"');
  const body = change(text.slice(0, end));
  const stated = JSON.parse(text.slice(end)) as { rows: Record<string, number> };
  const rows = { ...stated.rows };
  for (const [, table = '', content = ''] of body.matchAll(/^\{"table":"(\w+)".*\n([^]*?)^\\\.$/gm))
    rows[table] = content.split('\n').length - 1;
  const footer = { ...stated, rows, sha256: createHash('sha256').update(body).digest('hex') };
  writeFileSync(file(name), gzipSync(`${body}${JSON.stringify(footer)}\n`));
  return file(name);
}

let source: Installation;
let tenantId: string;
let neighbour: string;
let key: string;
let ada: string;
const exported = file('tenant.export');

const importInto = (target: Installation, more: Partial<Parameters<typeof importTenant>[0]> = {}) =>
  importTenant({
    addresses: target.addresses,
    path: exported,
    secret: target.secret,
    oldSecret: null,
    mayBeServed: false,
    progress: quiet,
    ...more,
  });

beforeAll(async () => {
  vi.stubEnv('FAULTLINE_SECRET', SECRET);
  vi.stubEnv('FAULTLINE_DATA', directory);
  source = await install();
  serveFrom(source);
  const { database } = source;
  tenantId = (await prepareDemo(database, true, quiet)).tenantId;
  neighbour = (await createTenant(database, { name: 'Neighbour', plan: 'Enterprise' })).tenantId;
  const person = (email: string, of: string) =>
    createPerson(database, SYSTEM, { email, password: `the password of ${email}`, tenantId: of, role: 'Owner' });
  ada = (await person(ADA, tenantId)).userId;
  await person(BOB, tenantId);
  await person(BOB, neighbour);
  const tenant = tenantDb(database, tenantId);
  const actor = { type: 'person', id: ada, name: 'Ada' } as const;
  await createWebhook(tenant, { actor, plan: 'Enterprise', now: new Date() }, { url: 'https://8.8.8.8/hook' });
  key = (await createApiKey(tenant, SYSTEM, { name: 'pipeline', scopes: ['read'] })).key;
  const principal = { ...actor, scopes: [], role: 'Owner', canSeeRevenue: true } as const;
  await createView(tenant, principal, { name: 'Mine', path: 'landscape?grouping=team', isShared: true });
  await createInvitation(tenant, principal, { email: 'eve@example.org', role: 'Viewer' }, new Date());
  await changeLandscape(tenant, actor, (tx) => tx.application.updateMany({ where: { tenantId }, data: { ownerTeam: 'moved' } }), {
    isChange: () => true,
  });
  for (const state of ['Degraded', 'Outage'] as const)
    await acceptSignal(tenant, 'Enterprise', { component: 'astronomy-db', state }, new Date());
  await admin(source, 'tenant', 'export', '--tenant', tenantId, exported);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
  for (const drop of drops) await drop();
});

describe('a tenant that moves', () => {
  /** What the import itself changes: the tenant is in use again, and its log says so. */
  const OF_THE_IMPORT = ['tenant', 'change_set', 'change', 'landscape_version'];

  it('arrives with every row, usable and with an entry in its log, and leaves other tenants as they are', async () => {
    const target = await install();
    const other = (await createTenant(target.database, { name: 'Here before', plan: 'Free' })).tenantId;
    const [before, beside] = [await rowsOf(source, tenantId), await rowsOf(target, other)];
    const done = await admin(target, 'tenant', 'import', exported);
    expect(done).toMatchObject({ tenantId, tenantName: 'Demo', people: { made: 3, known: 0 } });
    const after = await rowsOf(target, tenantId);
    expect(Object.entries(before).filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(30);
    // A password moves along although its account gets another id.
    for (const table of Object.keys(before).filter((name) => ![...OF_THE_IMPORT, 'account'].includes(name)))
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect(after.health_signal).toHaveLength(2);
    expect(after.key_directory?.length).toBeGreaterThan(1);
    expect(after.invitation_directory).toHaveLength(1);
    for (const table of ['change_set', 'change'])
      expect([table, after[table]?.filter((row) => before[table]?.includes(row) !== true).length]).toEqual([table, 1]);
    expect(after.change_set?.some((row) => row.includes('importedAsOf'))).toBe(true);
    expect((await listTenants(target.database)).map(({ name, frozenAt }) => [name, frozenAt])).toEqual(
      [
        ['Demo', null],
        ['Here before', null],
      ].sort(),
    );
    expect(await rowsOf(target, other)).toEqual(beside);
    expect(await isPasswordOf(target.database, ADA, `the password of ${ADA}`)).toBe(true);
    serveFrom(target);
    expect(await findKey(key, new Date())).toMatchObject({ tenantId, isFrozen: false });
    expect(
      await inspect(target, async (client) => (await client.query(`select from pg_namespace where nspname = $1`, [STAGE])).rowCount),
    ).toBe(0);
  });

  it(
    'stays read-only at its origin until it is removed there, with people who have no other tenant, and can come back',
    { tags: ['long'] },
    async () => {
      const target = await install();
      await admin(target, 'tenant', 'import', exported);
      await expect(admin(source, 'tenant', 'remove', '--tenant', neighbour, '--name', 'Neighbour')).rejects.toThrow('is still in use');
      await expect(admin(source, 'tenant', 'remove', '--tenant', tenantId, '--name', 'demo')).rejects.toThrow('not the name');
      const beside = await rowsOf(source, neighbour);
      const back = await install();
      await admin(back, 'tenant', 'import', exported);
      expect(await admin(back, 'tenant', 'freeze', '--tenant', tenantId)).toMatchObject({ tenantId });
      expect(await admin(back, 'tenant', 'remove', '--tenant', tenantId, '--name', 'Demo')).toEqual({ tenantId, accounts: 3 });
      expect(Object.values(await rowsOf(back, tenantId)).flat()).toEqual([]);
      const there = await rowsOf(target, tenantId);
      await admin(target, 'tenant', 'export', '--tenant', tenantId, file('back.export'));
      await admin(back, 'tenant', 'import', file('back.export'));
      expect((await rowsOf(back, tenantId)).component).toEqual(there.component);
      expect(await rowsOf(source, neighbour)).toEqual(beside);
    },
  );

  it('lets nobody into an existing account, and attributes what they did to that account', async () => {
    const target = await install();
    const here = (await createTenant(target.database, { name: 'Here', plan: 'Free' })).tenantId;
    const own = { email: ADA, password: 'what she chose here', tenantId: here, role: 'Viewer' } as const;
    const { userId } = await createPerson(target.database, SYSTEM, own);
    expect(await admin(target, 'tenant', 'import', exported)).toMatchObject({ people: { made: 2, known: 1 } });
    expect(await isPasswordOf(target.database, ADA, own.password)).toBe(true);
    expect(await isPasswordOf(target.database, ADA, `the password of ${ADA}`)).toBe(false);
    const after = await rowsOf(target, tenantId);
    const holding = (id: string): string[] =>
      Object.entries(after)
        .filter(([, rows]) => rows.some((row) => row.includes(id)))
        .map(([table]) => table)
        .sort();
    expect(holding(ada)).toEqual([]);
    expect(holding(userId)).toEqual(['account', 'change', 'change_set', 'membership', 'saved_view', 'user', 'webhook_endpoint']);
  });

  it('brings its sealed secrets along only with the key that sealed them', { tags: ['long'] }, async () => {
    const target = await install(OTHER_SECRET);
    const before = await everything(target);
    await expect(admin(target, 'tenant', 'import', exported)).rejects.toThrow('--old-secret-file');
    writeFileSync(file('wrong'), 'a secret that is of neither installation');
    await expect(admin(target, 'tenant', 'import', exported, '--old-secret-file', file('wrong'))).rejects.toThrow('do not open');
    expect(await everything(target)).toEqual(before);
    writeFileSync(file('old'), SECRET);
    await admin(target, 'tenant', 'import', exported, '--old-secret-file', file('old'));
    const sealed = await inspect(
      target,
      async (client) => (await client.query<{ secret: Buffer }>('select secret from webhook_endpoint')).rows,
    );
    expect(sealed).toHaveLength(1);
    expect(reseal(WEBHOOK_SECRET, sealed[0]!.secret, OTHER_SECRET, [])).toMatchObject({ isChanged: false });
  });

  it('moves between installations with separate logins and with a single login', { tags: ['long'] }, async () => {
    const target = { ...single, secret: SECRET };
    await admin(target, 'tenant', 'import', exported);
    const there = await rowsOf(target, tenantId);
    expect(there.component).toEqual((await rowsOf(source, tenantId)).component);
    await admin(target, 'tenant', 'export', '--tenant', tenantId, file('single.export'));
    const next = await install();
    await admin(next, 'tenant', 'import', file('single.export'));
    expect((await rowsOf(next, tenantId)).event).toEqual(there.event);
  });

  it('of an older version goes through the later migrations', { tags: ['long'] }, async () => {
    const older = readdirSync('prisma/migrations')
      .filter((name) => /^\d/.test(name))
      .sort()
      .slice(0, 2);
    const header = {
      ...{ format: 'faultline-backup', formatVersion: 1, createdAt: new Date().toISOString(), productVersion: '0.1.0' },
      ...{ tenantId: neighbour, migrations: older, secretCheck: null },
    };
    const lines = [
      JSON.stringify(header),
      JSON.stringify({ table: 'tenant', columns: ['id', 'name', 'plan'] }),
      `${neighbour}\tFrom long ago\tTeam`,
      '\\.',
      JSON.stringify({ table: 'landscape_version', columns: ['tenantId', 'version'] }),
      `${neighbour}\t7`,
      '\\.',
      '',
    ].join('\n');
    const footer = { rows: { tenant: 1, landscape_version: 1 }, sequences: {}, sha256: createHash('sha256').update(lines).digest('hex') };
    writeFileSync(file('older.export'), gzipSync(`${lines}${JSON.stringify(footer)}\n`));
    const target = await install();
    await expect(admin(target, 'tenant', 'import', file('older.export'))).rejects.toThrow('was not read-only');
    await admin(target, 'tenant', 'import', file('older.export'), '--from-backup');
    const rows = await rowsOf(target, neighbour);
    expect(rows.tenant?.[0]).toContain('From long ago');
    // What a later migration adds to every tenant.
    expect(rows.tenant_lock?.length).toBeGreaterThan(10);
  });
});

describe('an export', () => {
  it('that fails leaves the tenant usable, or read-only if it was so before', { tags: ['long'] }, async () => {
    const state = async () => (await listTenants(source.database)).find(({ tenantId: id }) => id === neighbour)?.frozenAt ?? null;
    await expect(admin(source, 'tenant', 'export', '--tenant', neighbour, exported)).rejects.toThrow('exists already');
    await expect(admin(source, 'tenant', 'export', '--tenant', neighbour, '/dev/null/nowhere')).rejects.toThrow();
    expect(await state()).toBeNull();
    await setFrozen(source.database, SYSTEM, neighbour, true);
    await expect(admin(source, 'tenant', 'export', '--tenant', neighbour, '/dev/null/nowhere')).rejects.toThrow();
    expect(await state()).not.toBeNull();
    expect(await admin(source, 'tenant', 'unfreeze', '--tenant', neighbour)).toMatchObject({ isChanged: true });
    const absent = file('absent.export');
    await expect(admin(source, 'tenant', 'export', '--tenant', '00000000-0000-4000-8000-000000000000', absent)).rejects.toThrow(
      'no tenant',
    );
    expect(existsSync(absent)).toBe(false);
  });
});

describe('an import', () => {
  let target: Installation;
  let before: Record<string, string>;
  beforeAll(async () => {
    target = await install();
    await createTenant(target.database, { name: 'Here', plan: 'Free' });
    before = await everything(target);
  });

  const written = (name: string, change: (bytes: Buffer) => Buffer): string => {
    writeFileSync(file(name), change(readFileSync(exported)));
    return file(name);
  };

  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['that is cut off', () => written('cut.export', (bytes) => bytes.subarray(0, 20_000)), /incomplete/],
    [
      'with one bit flipped',
      () =>
        written('flipped.export', (bytes) => {
          const at = bytes.length >> 1;
          return Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 4]), bytes.subarray(at + 1)]);
        }),
      /damaged/,
    ],
    [
      'with rows of another tenant',
      () => forged(exported, 'mixed.export', (text) => text.replace(tenantId, neighbour)),
      /holds something else/,
    ],
    [
      'with somebody who is not a member',
      () =>
        forged(exported, 'stranger.export', (text) =>
          text.replace(
            new RegExp(`^${ada}\t.*\n`, 'm'),
            (row) => `${row}${row.replaceAll(ada, 'stranger').replaceAll(ADA, 'stranger@example.org')}`,
          ),
        ),
      /table user holds something else/,
    ],
    [
      'whose rows refer to missing ones',
      () => forged(exported, 'gaps.export', (text) => text.replace(new RegExp(`^${tenantId}\t${ada}\tOwner.*\n`, 'm'), '')),
      /do not fit together/,
    ],
    [
      'of a newer version',
      () => forged(exported, 'newer.export', (text) => text.replace('"migrations":[', '"migrations":["29990101000000_later",')),
      /newer Faultline/,
    ],
    [
      'of a whole installation',
      async () => {
        await writeBackup({ url: source.addresses.owner, path: file('whole.backup'), tenantId: null, secret: SECRET, progress: quiet });
        return file('whole.backup');
      },
      /whole installation/,
    ],
    [
      'of a tenant that is in use',
      async () => {
        await writeBackup({ url: source.addresses.owner, path: file('used.backup'), tenantId: neighbour, secret: SECRET, progress: quiet });
        return file('used.backup');
      },
      /may still be served/,
    ],
    ['that is not an export', () => (writeFileSync(file('text'), 'some text\n'), file('text')), /no backup/],
    ['that does not exist', () => file('nowhere'), /There is no file/],
  ])('refuses a file %s and changes nothing', async (_, make, reason) => {
    await expect(importInto(target, { path: await make() })).rejects.toThrow(reason);
    expect(await everything(target)).toEqual(before);
  });

  it('of a tenant that already exists here is refused, usable or not', { tags: ['long'] }, async () => {
    const there = await install();
    await importInto(there);
    await expect(importInto(there)).rejects.toThrow('here already, read-only');
    await setFrozen(there.database, SYSTEM, tenantId, false);
    await expect(importInto(there)).rejects.toThrow('here already, in use');
  });

  it('that is killed leaves nothing of the tenant, and the next one succeeds', { tags: ['long'] }, async () => {
    const there = await install();
    const start = await everything(there);
    // The import cannot get past the dependencies, which come after the components, so it is still under way when it is killed.
    const administrator = new Client({ connectionString: there.addresses.owner });
    await administrator.connect();
    await administrator.query(`begin`);
    await administrator.query(`lock table "dependency" in share row exclusive mode`);
    let ended: Promise<unknown> = Promise.resolve();
    const endAll = vi.fn(() => {
      ended = administrator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'faultline import' and datname = current_database() and usename = current_user`,
      );
    });
    await expect(importInto(there, { progress: (line) => (line.includes(' component:') ? endAll() : undefined) })).rejects.toThrow();
    await ended;
    await administrator.end();
    expect(endAll).toHaveBeenCalledTimes(1);
    expect(await everything(there)).toEqual(start);
    await importInto(there);
    expect((await rowsOf(there, tenantId)).component?.length).toBeGreaterThan(10);
  });

  it('is refused while another one runs', { tags: ['long'] }, async () => {
    const there = await install();
    const both = await Promise.allSettled([importInto(there), importInto(there)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String((both.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason)).toContain('Another import');
  });
});
