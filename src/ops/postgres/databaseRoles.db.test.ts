/**
 * How an installation gets its logins: on an external server through the printed SQL, on the embedded database at its next start.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bySingleLogin } from '@/server/db/databaseAddresses';
import { connected } from '@/test/connected';
import { checkAddresses, DatabaseNotReady, sqlForAdministrator } from './databaseRoles';
import { type Cluster, startCluster } from './embeddedPostgres';
import { addressesIn, bringUpToDate, type InstallationAddresses, stateAddresses } from './installationAddresses';
import { migrate } from './migrate';
import { type Migration, readMigrations } from './migrations';

const FIRST_WITH_LOGINS = '20261123153000_names_of_members';
const hasPsql = spawnSync('psql', ['--version']).status === 0;
const quiet = (): void => undefined;
const directory = mkdtempSync(join(tmpdir(), 'faultline-logins-'));
chmodSync(directory, 0o711);
const home = join(directory, 'postgres');
let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ home, log: quiet });
  // The state from before there were several logins.
  await connected(cluster.superuserUrl, (client) => forgetLogins(client, 'faultline'));
});
afterAll(async () => {
  await cluster.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function forgetLogins(client: Client, database: string): Promise<void> {
  await client.query(`drop database ${database}`);
  for (const role of ['owner', 'app', 'system', 'backup']) await client.query(`drop role faultline_${role}`);
}

function address(login: string, password: string, name: string): string {
  const url = new URL(cluster.superuserUrl);
  Object.assign(url, { username: login, password, pathname: `/${name}` });
  return url.href;
}

/** The migrations from before there were several logins. */
function olderMigrations(): Migration[] {
  return readMigrations().filter(({ name }) => name < FIRST_WITH_LOGINS);
}

/** An installation of the previous version, with one tenant in it: its only login owns the database and its tables. Returns the URL. */
async function oldInstallation(login: string, tenantId: string): Promise<string> {
  const password = randomBytes(16).toString('hex');
  await connected(cluster.superuserUrl, async (client) => {
    await client.query(`create role ${login} login nosuperuser nobypassrls createrole createdb password '${password}'`);
    await client.query(`create database ${login} owner ${login}`);
  });
  const url = address(login, password, login);
  await migrate({ url, isSingleLogin: true, log: quiet, migrations: olderMigrations() });
  await connected(url, async (client) => {
    await client.query('begin; set local role faultline_system');
    await client.query(`insert into "tenant" ("id", "name", "plan") values ($1, 'Kept', 'Free')`, [tenantId]);
    await client.query('commit');
  });
  return url;
}

interface Owned {
  kind: string;
  owner: string;
}

/** The owners of everything in the schema, each once. */
const OWNERS = `select distinct kind, owner from (
    select 'relation' as kind, pg_get_userbyid(relowner)::text as owner from pg_class where relnamespace = current_schema()::regnamespace
    union all select 'type', pg_get_userbyid(typowner) from pg_type where typnamespace = current_schema()::regnamespace
    union all select 'function', pg_get_userbyid(proowner) from pg_proc where pronamespace = current_schema()::regnamespace) of order by 1, 2`;

async function ownersAt(url: string): Promise<Owned[]> {
  return connected(url, async (client) => (await client.query<Owned>(OWNERS)).rows);
}

const ALL_THE_OWNERS: Owned[] = ['function', 'relation', 'type'].map((kind) => ({ kind, owner: 'faultline_owner' }));

async function tenantsAt({ app }: InstallationAddresses, tenantId: string): Promise<unknown[]> {
  return connected(app, async (client) => {
    await client.query(`select set_config('app.tenant', $1, false)`, [tenantId]);
    return (await client.query('select name from tenant')).rows;
  });
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It went well.'),
    (reason: unknown) => reason as Error,
  );
  expect(error).toBeInstanceOf(DatabaseNotReady);
  return error.message;
}

describe('an installation with one login on an external server', () => {
  const tenantId = randomUUID();
  let former: string;
  let addresses: InstallationAddresses & { owner: string };
  beforeAll(async () => {
    former = await oldInstallation('acme', tenantId);
    const of = (kind: string): string => address(`faultline_${kind}`, `a long password of ${kind}`, 'acme');
    addresses = { app: of('app'), system: of('system'), owner: of('owner'), isSingleLogin: false };
  });

  it('gets a message about what is missing and what to run, whichever addresses it names', async () => {
    const alone = (): unknown => addressesIn({ DATABASE_URL: former, DATABASE_SINGLE_LOGIN: false });
    expect(alone).toThrow(DatabaseNotReady);
    expect(alone).toThrow(/^DATABASE_SYSTEM_URL is not set\..*DATABASE_SINGLE_LOGIN=1/);
    expect(alone).toThrow(sqlForAdministrator());
    const told = await refusalOf(bringUpToDate({ app: former, system: former, owner: former, isSingleLogin: false }, quiet));
    expect(told).toContain('faultline_app cannot log in');
    expect(told).toContain('faultline_system cannot log in');
    expect(told).toContain(sqlForAdministrator());
  });

  it('continues with one login if the environment says so', async () => {
    const single = addressesIn({ DATABASE_URL: former, DATABASE_SINGLE_LOGIN: true });
    expect(single).toEqual({ ...bySingleLogin(former), owner: former });
    const before = await ownersAt(former);
    await migrate({ url: former, isSingleLogin: true, log: quiet, migrations: olderMigrations() });
    expect(await ownersAt(former)).toEqual(before);
    expect(before.map(({ owner }) => owner)).toEqual(['acme', 'acme']);
  });

  it('gets no login without a password', async () => {
    const error = await connected(former, (client) => client.query(sqlForAdministrator())).catch((reason: unknown) => reason as Error);
    expect((error as Error).message).toContain('No role logs in without a password: set one for faultline_owner');
    const { rows } = await connected(former, (client) =>
      client.query(`select rolname from pg_roles where rolname like 'faultline%' and rolcanlogin`),
    );
    expect(rows).toEqual([]);
  });

  it('has all its tables change owner by the printed SQL, run by that login itself, and loses nothing', async () => {
    const sql = sqlForAdministrator().replace(
      /'faultline\.(\w+)_password', ''/g,
      (_, kind) => `'faultline.${kind}_password', 'a long password of ${kind}'`,
    );
    await connected(former, (client) => client.query(sql));
    await bringUpToDate(addresses, quiet);
    expect(await ownersAt(addresses.owner)).toEqual(ALL_THE_OWNERS);
    expect(await tenantsAt(addresses, tenantId)).toEqual([{ name: 'Kept' }]);
    // Once more, without passwords: nothing is missing, and no password changes.
    await connected(cluster.superuserUrl.replace(/\/postgres$/, '/acme'), (client) => client.query(sqlForAdministrator()));
    await bringUpToDate(addresses, quiet);
    const lent = await connected(addresses.owner, (client) =>
      client.query(
        `select m.rolname from pg_auth_members a join pg_roles m on m.oid = a.member where a.roleid = 'faultline_owner'::regrole and (a.set_option or a.inherit_option)`,
      ),
    );
    expect(lent.rows).toEqual([]);
  });

  it.runIf(hasPsql)('can use makeLogins.sh instead, which can also set new passwords', async () => {
    const run = (passwords: string): string =>
      execFileSync('sh', [join('src', 'ops', 'deploy', 'makeLogins.sh')], {
        env: {
          ...process.env,
          ADMIN_URL: cluster.superuserUrl.replace(/\/postgres$/, '/acme'),
          ...Object.fromEntries(['owner', 'app', 'system'].map((kind) => [`${kind.toUpperCase()}_PASSWORD`, `${passwords} of ${kind}`])),
        },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    run("another's password");
    expect(await refusalOf(checkAddresses(addresses))).toContain('The database refuses the login of DATABASE_URL');
    await checkAddresses({
      ...addresses,
      app: address('faultline_app', "another's password of app", 'acme'),
      system: address('faultline_system', "another's password of system", 'acme'),
    });
    run('a long password');
    await bringUpToDate(addresses, quiet);
  });

  it('can be backed up, tables that are created later included', async () => {
    const { rows } = await connected(addresses.owner, async (client) => {
      await client.query('begin');
      await client.query('create table "comes_later" ("tenantId" uuid)');
      return client.query(
        `select has_table_privilege('faultline_backup', 'comes_later', 'SELECT') as backup, has_table_privilege('faultline_app', 'comes_later', 'SELECT') as app`,
      );
    });
    expect(rows).toEqual([{ backup: true, app: false }]);
  });

  it('reports wrong logins, wrong passwords and excessive rights', async () => {
    expect(await refusalOf(checkAddresses({ ...addresses, app: addresses.owner }))).toContain(
      'DATABASE_URL logs in as faultline_owner; it has to log in as faultline_app.',
    );
    expect(await refusalOf(checkAddresses({ ...addresses, system: address('faultline_system', 'wrong', 'acme') }))).toContain(
      'The database refuses the login of DATABASE_SYSTEM_URL',
    );
    expect(await refusalOf(bringUpToDate({ ...addresses, owner: addresses.app }, quiet))).toContain(
      `the owner's address logs in as faultline_app`,
    );
    expect(await refusalOf(migrate({ url: former, isSingleLogin: true, log: quiet }))).toContain('they belong to faultline_owner');
    const wrongs: [string, string, string][] = [
      ['grant faultline_system to faultline_app', 'revoke faultline_system from faultline_app', 'faultline_app of faultline_system'],
      ['alter role faultline_app createrole', 'alter role faultline_app nocreaterole', 'faultline_app is a superuser'],
      [
        'grant create on schema public to faultline_system',
        'revoke create on schema public from faultline_system',
        'faultline_system may create objects',
      ],
      ['alter role faultline_app nologin', 'alter role faultline_app login', 'faultline_app cannot log in'],
      [
        'revoke faultline_backup from faultline_owner granted by acme; revoke faultline_backup from faultline_owner',
        'grant faultline_backup to faultline_owner',
        'faultline_owner is no member of faultline_backup',
      ],
    ];
    await connected(cluster.superuserUrl.replace(/\/postgres$/, '/acme'), async (client) => {
      for (const [wrong, right, told] of wrongs) {
        await client.query(wrong);
        expect(await refusalOf(bringUpToDate(addresses, quiet))).toContain(told);
        await client.query(right);
      }
    });
    await bringUpToDate(addresses, quiet);
    // The SQL revokes whatever anybody had granted to the two logins that serve.
    await connected(former, (client) => client.query('grant faultline_system to faultline_app'));
    await connected(cluster.superuserUrl.replace(/\/postgres$/, '/acme'), (client) => client.query(sqlForAdministrator()));
    await bringUpToDate(addresses, quiet);
  });

  it('needs the owner’s login only to migrate', async () => {
    const without = { ...addresses, owner: null };
    await bringUpToDate(without, quiet);
    const rename = (from: string, to: string): Promise<unknown> =>
      connected(addresses.owner, (client) =>
        client.query('update _prisma_migrations set migration_name = $2 where migration_name = $1', [from, to]),
      );
    const newest = readMigrations().at(-1)?.name ?? '';
    await rename(newest, 'put aside');
    expect(await refusalOf(bringUpToDate(without, quiet))).toContain('set DATABASE_OWNER_URL for this start');
    await rename('put aside', newest);
  });
});

describe('the embedded database of the previous version', () => {
  it('is upgraded by its next start: logins, owner and every row, and the former login is gone', async () => {
    const tenantId = randomUUID();
    await connected(cluster.superuserUrl, (client) => forgetLogins(client, 'acme'));
    await oldInstallation('faultline', tenantId);
    await cluster.stop();
    cluster = await startCluster({ home, log: quiet });
    const { addresses } = cluster;
    await bringUpToDate(addresses, quiet);
    expect(await ownersAt(addresses.owner)).toEqual(ALL_THE_OWNERS);
    expect(await tenantsAt(addresses, tenantId)).toEqual([{ name: 'Kept' }]);
    const { rows } = await connected(cluster.superuserUrl, (client) =>
      client.query(
        `select rolname from pg_roles where rolname = 'faultline' union all select pg_get_userbyid(datdba) from pg_database where datname = 'faultline'`,
      ),
    );
    expect(rows).toEqual([{ rolname: 'faultline_owner' }]);
    const passwords = [addresses.app, addresses.system, addresses.owner, cluster.superuserUrl].map((url) => new URL(url).password);
    expect(new Set(passwords).size).toBe(4);
  });
});

it('the environment has the same addresses, without an owner unless it may be known', () => {
  const own = { app: 'postgresql://a/d', system: 'postgresql://s/d', owner: 'postgresql://o/d', isSingleLogin: false };
  for (const addresses of [own, { ...own, owner: null }, { ...bySingleLogin('postgresql://a/d'), owner: 'postgresql://a/d' }]) {
    const environment: NodeJS.ProcessEnv = { NODE_ENV: 'test', DATABASE_OWNER_URL: 'postgresql://before/d', DATABASE_SINGLE_LOGIN: '1' };
    stateAddresses(addresses, environment);
    const { DATABASE_SINGLE_LOGIN, ...named } = environment;
    expect(addressesIn({ ...named, DATABASE_SINGLE_LOGIN: DATABASE_SINGLE_LOGIN === '1' })).toEqual(addresses);
  }
  expect(addressesIn({ DATABASE_SINGLE_LOGIN: true })).toBeNull();
});
