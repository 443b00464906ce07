import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumeHealth } from '@/server/health/consume';
import { useTestDatabase } from '@/test/database';
import { faultlineIn, useFaultline, type CommandCall, type CommandResult } from '@/test/faultlineCommand';
import { nodeServer, sendTo } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const faultline = useFaultline();
const { directory } = faultline;
const runHere = faultlineIn(directory);
const SHOP = fileURLToPath(new URL('../test/landscapes/opentelemetry-demo.yaml', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../test/landscapes/import', import.meta.url));

let server: Server;
let url: string;
let send: ReturnType<typeof sendTo>;
beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  url = `http://127.0.0.1:${started.port}`;
  send = sendTo(started.port);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Person {
  tenant: RestTenant;
  /** In this process. */
  run: (args: readonly string[], call?: CommandCall) => Promise<CommandResult>;
  /** As a process of its own. */
  start: (args: readonly string[], call?: CommandCall) => Promise<CommandResult>;
}

/** Somebody with a tenant of their own and a key in the environment. */
async function newPerson(key: keyof RestTenant['keys'] = 'all', plan: 'Business' | 'Enterprise' = 'Enterprise'): Promise<Person> {
  const tenant = await createRestTenant(database, send, plan);
  const env = { FAULTLINE_URL: url, FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY: tenant.keys[key] };
  const withEnv = (call: CommandCall = {}): CommandCall => ({ ...call, env: { ...env, ...call.env } });
  return { tenant, run: (args, call) => runHere(args, withEnv(call)), start: (args, call) => faultline.run(args, withEnv(call)) };
}

/** Writes a manifest named `shop` with these lists into a file of its own; its name. */
function manifestFile(file: string, lists: string, name = 'shop'): string {
  writeFileSync(join(directory, file), `version: 1\nname: ${name}\n${lists}`);
  return file;
}
const app = (components: string): string => `applications:\n  - technicalName: shop\n    name: Shop\n    components: [${components}]\n`;
const component = (name: string, more = ''): string => `{ technicalName: ${name}, name: ${name}${more} }`;

describe('as a process', () => {
  it('previews with exit code 2, applies, and says what it cannot do on stderr with 1', async () => {
    const { tenant, start } = await newPerson();
    const file = manifestFile('process.yaml', app(component('web')));
    const preview = await start(['push', '--preview', '--fail-on-changes', file]);
    expect(preview).toMatchObject({ code: 2, stderr: '' });
    expect(preview.stdout).toMatch(/^shop: 2 to create, 0 to update, 0 to delete, 0 unchanged\n/);
    const applied = await start(['push', '-', '--json'], { stdin: readFileSync(join(directory, file), 'utf8') });
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(applied.stdout)).toMatchObject({ manifest: 'shop', summary: { create: 2 } });
    expect((await tenant.call('GET', '/components')).body.total).toBe(1);
    const miss = await start(['blast', 'wbe']);
    expect(miss).toMatchObject({ code: 1, stdout: '' });
    expect(miss.stderr).toContain('did you mean web (component)?');
  });
});

describe('push', () => {
  it('--preview shows what would change, changes nothing, and exits with 2 when asked to fail on changes', async () => {
    const { tenant, run } = await newPerson();
    const file = manifestFile('preview.yaml', app(component('web')));
    const preview = await run(['push', '--preview', file]);
    expect(preview).toMatchObject({ code: 0, stderr: '' });
    expect(preview.stdout).toBe(`shop: 2 to create, 0 to update, 0 to delete, 0 unchanged

Create (2)
  + application  shop  name Shop · lifecycleState Production · criticalityTier BusinessOperational
  + component    web  application shop · name web · kind Other · runtime Containers · isExternal false

Whose failure hits more or less than before
  web: application shop: not hit → Outage
`);
    expect((await run(['push', '--preview', '--fail-on-changes', file])).code).toBe(2);
    expect((await tenant.call('GET', '/applications')).body.total).toBe(0);
  });

  it('applies what it showed; a second time there is nothing to do', async () => {
    const { tenant, run } = await newPerson();
    const file = manifestFile(
      'apply.yaml',
      `${app(`${component('web')}, ${component('db', ', kind: Database')}`)}dependencies: [{ source: web, target: db, dependencyType: Reads }]\n`,
    );
    const first = await run(['push', file]);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('Create (4)');
    expect(first.stdout).toMatch(/\n✓ Applied: 4 to create, 0 to update, 0 to delete, 0 unchanged \(landscape version \d+\)\n$/);
    expect((await tenant.call('GET', '/components')).body.total).toBe(2);
    const second = await run(['push', file]);
    expect(second).toMatchObject({
      code: 0,
      stdout: 'shop: 0 to create, 0 to update, 0 to delete, 4 unchanged\nNothing changes: the landscape is as the manifest says.\n',
    });
    expect((await run(['push', '--preview', '--fail-on-changes', file])).code).toBe(0);
  });

  it('tells the mistakes that only the landscape shows at their line, and changes nothing', async () => {
    const { tenant, run } = await newPerson();
    const file = manifestFile(
      'unknown.yaml',
      `${app(component('web'))}dependencies:\n  - { source: web, target: wbe, dependencyType: Calls }\n`,
    );
    const { code, stderr, stdout } = await run(['push', file, '--json']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'unknown.yaml:8:28: error: dependencies[0].target: there is no component "wbe", neither in this manifest nor in the landscape — did you mean "web"?\n    8 |   - { source: web, target: wbe, dependencyType: Calls }\n',
    );
    expect(stderr).toContain('the server refuses the manifest: nothing was changed (1 mistake)');
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'invalid_input', status: 400, issues: [{ file: 'unknown.yaml', line: 8, column: 28 }] },
    });
    expect((await tenant.call('GET', '/applications')).body.total).toBe(0);
  });

  it('--prune deletes only after a yes: without a terminal that is --yes', async () => {
    const { tenant, run } = await newPerson();
    await run(['push', manifestFile('before.yaml', app(`${component('web')}, ${component('old')}`))]);
    const file = manifestFile('after.yaml', app(component('web')));
    const refused = await run(['push', '--prune', file]);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('Delete (1) — destructive\n  - component  old\n');
    expect(refused.stderr).toContain('nothing was applied: there is 1 deletion, and nobody to ask');
    expect((await tenant.call('GET', '/components')).body.total).toBe(2);
    expect((await run(['push', '--prune', '--yes', file])).code).toBe(0);
    expect((await tenant.call('GET', '/components')).body.total).toBe(1);
  });

  it('--prune that would empty a landscape needs --allow-delete', async () => {
    const { tenant, run } = await newPerson();
    await run(['push', manifestFile('full.yaml', app(component('web')))]);
    const empty = manifestFile('empty.yaml', '');
    const refused = await run(['push', '--prune', '--yes', empty]);
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('2 of 2 entities would be deleted: if that is meant, add --allow-delete 2'),
    ]);
    const json = JSON.parse((await run(['push', '--prune', '--yes', '--json', empty])).stdout) as object;
    expect(json).toMatchObject({ error: { code: 'too_many_deletes', tooManyDeletes: { deletes: 2, entities: 2, allowDelete: null } } });
    expect((await run(['push', '--prune', '--yes', '--allow-delete', 'all', empty])).stderr).toContain('whole number');
    expect((await tenant.call('GET', '/components')).body.total).toBe(1);
    expect((await run(['push', '--prune', '--yes', '--allow-delete', '2', empty])).code).toBe(0);
    expect((await tenant.call('GET', '/components')).body.total).toBe(0);
  });

  it('is stopped by what another manifest states differently, until --take-over', async () => {
    const { tenant, run } = await newPerson();
    await run(['push', manifestFile('mine.yaml', 'technologies: [{ technicalName: t, name: T, vendor: Acme }]\n')]);
    const theirs = manifestFile('theirs.yaml', 'technologies: [{ technicalName: t, name: T, vendor: Bolt }]\n', 'others');
    const refused = await run(['push', theirs]);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('Stated differently by other manifests (1)\n  ! vendor of the technology t: ');
    expect(refused.stderr).toContain(
      'nothing was applied: other manifests state 1 field differently: if this one is to hold, add --take-over',
    );
    const json = JSON.parse((await run(['push', '--json', theirs])).stdout) as object;
    expect(json).toMatchObject({ error: { code: 'declared_elsewhere', conflicts: [{ field: 'vendor', theirs: 'Acme', ours: 'Bolt' }] } });
    expect((await run(['push', '--preview', theirs])).code).toBe(1);
    const taken = await run(['push', '--take-over', theirs]);
    expect([taken.code, taken.stdout]).toEqual([0, expect.stringContaining('Taken over from other manifests (1)')]);
    expect((await tenant.call('GET', '/technologies/t')).body.vendor).toBe('Bolt');
    expect((await run(['push', manifestFile('mine.yaml', 'technologies: [{ technicalName: t, name: T, vendor: Acme }]\n')])).code).toBe(1);
  });

  it('says before it applies that something in the way would make it fail', async () => {
    const { run } = await newPerson();
    await run(['push', manifestFile('mine.yaml', app(`${component('web')}, ${component('db')}`))]);
    await run(['push', manifestFile('theirs.yaml', 'dependencies: [{ source: web, target: db, dependencyType: Reads }]\n', 'others')]);
    const { code, stdout, stderr } = await run(['push', '--prune', '--yes', manifestFile('less.yaml', app(component('web')))]);
    expect(code).toBe(1);
    expect(stdout).toContain('Cannot be applied\n  ! component db cannot be deleted: dependency web → db (Reads) needs it\n');
    expect(stderr).toContain('nothing was applied: component db cannot be deleted');
    expect((await run(['push', '--preview', '--prune', 'less.yaml'])).code).toBe(1);
  });

  it('with --json, markdown and sarif writes that format and nothing else', async () => {
    const { run } = await newPerson();
    const file = manifestFile(
      'formats.yaml',
      `${app(`${component('a')}, ${component('b')}`)}dependencies:\n  - { source: a, target: b, dependencyType: Calls }\n  - { source: b, target: a, dependencyType: Calls }\n`,
    );
    const json = JSON.parse((await run(['push', '--preview', '--json', file])).stdout) as {
      summary: object;
      impact: { dependencyCycles: { added: object[] } };
    };
    expect(json.summary).toEqual({ create: 5, update: 0, delete: 0, unchanged: 0 });
    expect(json.impact.dependencyCycles.added).toEqual([{ components: ['a', 'b'] }]);
    expect((await run(['push', '--preview', '--no-impact', '--json', file])).stdout).toContain('"impact": null');
    const markdown = await run(['push', '--preview', '--format', 'markdown', file]);
    expect(markdown.stdout).toContain('### Faultline: this change newly breaks one thing\n');
    expect(markdown.stdout).toContain('- **dependency cycle**: a, b depend on each other in a circle\n');
    const sarif = JSON.parse((await run(['push', '--preview', '--format', 'sarif', file])).stdout) as { runs: { results: object[] }[] };
    expect(sarif.runs[0]?.results).toMatchObject([
      {
        ruleId: 'dependency-cycle',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'formats.yaml' }, region: { startLine: 8, startColumn: 5 } } }],
      },
    ]);
    const applied = JSON.parse((await run(['push', '--json', file])).stdout) as { summary: object; impact: object };
    expect(applied).toMatchObject({ summary: { create: 5 }, impact: { dependencyCycles: { added: [{ components: ['a', 'b'] }] } } });
  });

  it('explains a key that may not, and one that is not known', async () => {
    const { tenant, run } = await newPerson('read');
    const file = manifestFile('scope.yaml', app(component('web')));
    const scope = await run(['push', file]);
    expect(scope.code).toBe(1);
    expect(scope.stderr).toMatch(
      /faultline: .*write.*\n {2}previewing and pushing take the scope write, reading takes read, signals take health; none implies another\n {2}request id /,
    );
    const other = await newPerson();
    const foreign = await run(['push', file], { env: { FAULTLINE_KEY: other.tenant.keys.all } });
    expect(foreign.stderr).toContain('the key belongs to another tenant than --tenant (FAULTLINE_TENANT)');
    const unknown = await run(['push', file, '--json'], {
      env: { FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY: tenant.keys.read.replace(/.{36}$/, '0000000000000000000000000000000W6cBf') },
    });
    expect(unknown.code).toBe(1);
  });

  it('takes the whole demo landscape, as YAML from stdin too, and its imports', async () => {
    const { run } = await newPerson('all');
    const revenue = await run(['push', SHOP]);
    expect(revenue.code).toBe(1);
    expect(revenue.stderr).toContain('opentelemetry-demo.yaml:37:20: error: segments[0].annualRevenue: states revenue\n');
    expect(revenue.stderr).toContain('leave annualRevenue and revenueShare out, or use a key made with canSeeRevenue');
    const rich = await newPerson('revenue');
    const applied = await rich.run(['push', '-', '--json'], { stdin: readFileSync(SHOP, 'utf8') });
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    expect(JSON.parse(applied.stdout)).toMatchObject({ manifest: 'opentelemetry-demo', summary: { delete: 0, update: 0, unchanged: 0 } });
    for (const args of [
      ['backstage', `${SAMPLES}/catalog`],
      ['backstage', `${SAMPLES}/backstage-example.yaml`],
      ['compose', `${SAMPLES}/compose/compose.yaml`],
      ['compose', `${SAMPLES}/opentelemetry-demo.compose.yaml`, `${SAMPLES}/opentelemetry-demo.compose.full.yaml`],
    ]) {
      const person = await newPerson();
      expect((await person.run(['import', ...args, '-o', 'imported.yaml'])).code).toBe(0);
      expect((await person.run(['push', 'imported.yaml'])).code).toBe(0);
    }
  });
});

describe('impact', () => {
  it('--by-cause says what two failures only do together', async () => {
    const { tenant, run } = await newPerson();
    const group = 'dependencyType: Calls, redundancyGroup: replicas, redundancyMinimum: 1';
    const edges = `dependencies: [{ source: web, target: r1, ${group} }, { source: web, target: r2, ${group} }]\n`;
    await run(['push', manifestFile('replicas.yaml', app(`${component('web')}, ${component('r1')}, ${component('r2')}`) + edges)]);
    for (const replica of ['r1', 'r2']) expect((await run(['health', replica, 'outage'])).code).toBe(0);
    await consumeHealth(30_000, tenant.tenantId);
    const { code, stdout } = await run(['impact', '--by-cause']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^as of .*\n\nOutage {2}r1 {2}since .*, incident Open\n {2}Components \(1\)\n {4}Outage {4}web {2}jointly with r2; Healthy alone\n/,
    );
    const json = JSON.parse((await run(['impact', '--by-cause', '--json'])).stdout) as { causes: { technicalName: string }[] };
    expect(json.causes.map(({ technicalName }) => technicalName)).toEqual(['r1', 'r2']);
  });
});

describe('a second import', () => {
  it('changes nothing of what the first declared, and without names of its own is stopped and told whose they are', async () => {
    const { run } = await newPerson();
    const projects = `${SAMPLES}/projects`;
    for (const file of ['wordpress/compose.yaml', 'gitea/compose.yaml', 'keycloak/compose.yaml']) {
      expect((await run(['import', 'compose', `${projects}/${file}`, '-o', 'imported.yaml'])).code).toBe(0);
      const { code, stdout } = await run(['push', 'imported.yaml', '--json']);
      expect([file, code]).toEqual([file, 0]);
      expect(JSON.parse(stdout)).toMatchObject({ summary: { update: 0, delete: 0 }, conflicts: [] });
    }
    for (const [name, file] of [
      ['blog', 'wordpress/compose.yaml'],
      ['forge', 'gitea/compose.yaml'],
    ] as const) {
      expect((await run(['import', 'compose', `${projects}/${file}`, '--no-prefix', '--name', name, '-o', `${name}.yaml`])).code).toBe(0);
    }
    expect((await run(['push', 'blog.yaml'])).code).toBe(1);
    const first = await newPerson();
    expect((await first.run(['push', 'blog.yaml'])).code).toBe(0);
    const second = await first.run(['push', 'forge.yaml', '--json']);
    expect(second.code).toBe(1);
    const { error } = JSON.parse(second.stdout) as { error: { code: string; conflicts: object[] } };
    expect(error.code).toBe('declared_elsewhere');
    expect(error.conflicts).toContainEqual(
      expect.objectContaining({
        manifest: 'blog',
        kind: 'component',
        technicalName: 'db',
        field: 'application',
        theirs: 'blog',
        ours: 'forge',
      }),
    );
  });
});

describe('history and undo', () => {
  it('list the applies that changed something, and take one back with what stays named', async () => {
    const { tenant, run } = await newPerson();
    expect(await run(['history'])).toMatchObject({ code: 0, stdout: 'No manifest has been applied yet.\n' });
    await run(['push', manifestFile('undo-one.yaml', app(component('web')))]);
    const second = manifestFile(
      'undo-two.yaml',
      app(`${component('web', ', description: Changed')}, ${component('db', ', kind: Database')}`),
    );
    await run(['push', second]);
    await run(['push', second]);
    const listed = await run(['history']);
    expect(listed.stdout).toMatch(
      /^[0-9a-f-]{36} {2}\S+Z {2}shop {2}\+1 ~1 -0 {2}by .+\n[0-9a-f-]{36} {2}\S+Z {2}shop {2}\+2 ~0 -0 {2}by .+\n$/,
    );
    const last = listed.stdout.slice(0, 36);

    const preview = await run(['undo', '--preview', last]);
    expect(preview.stdout).toContain('Undo of shop: 0 to create again, 1 to update, 1 to delete\n');
    expect(preview.stdout).toContain('Delete (1) — destructive\n  - component  db');
    const refused = await run(['undo', last]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('nothing was undone: there would be 1 deletion, and nobody to ask'),
    ]);
    expect((await tenant.call('GET', '/components')).body.total).toBe(2);

    expect((await tenant.call('PATCH', '/components/web', { json: { description: 'By hand' } })).status).toBe(200);
    const done = await run(['undo', '--yes', last]);
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(
      /Stays as it is \(1\)\n {2}! component web, description: .+\n\n✓ Undone: 0 created, 0 updated, 1 deleted, 1 not restored \(landscape version \d+\)\n$/,
    );
    const left = (await tenant.call('GET', '/components')).body as { items: { technicalName: string; description: string }[] };
    expect(left.items.map(({ technicalName, description }) => [technicalName, description])).toEqual([['web', 'By hand']]);
    expect((await run(['history', '--manifest', 'shop'])).stdout).toContain(', undone\n');
    expect(await run(['undo', '--yes', last])).toMatchObject({ code: 1, stderr: expect.stringContaining('already') as string });
  });

  it('answer one JSON document with --json, and refuse what is no apply', async () => {
    const { run } = await newPerson();
    await run(['push', manifestFile('undo-json.yaml', app(component('web')))]);
    const { items } = JSON.parse((await run(['history', '--json'])).stdout) as { items: { changeSetId: string }[] };
    const done = await run(['undo', '--yes', '--json', items[0]?.changeSetId ?? '']);
    expect(JSON.parse(done.stdout)).toMatchObject({ isPreview: false, summary: { create: 0, update: 0, delete: 2, notRestored: 0 } });
    expect((await run(['undo', '--yes', '00000000-0000-4000-8000-000000000000'])).code).toBe(1);
    expect((await run(['undo', '--yes', 'nonsense'])).stderr).toContain('changeSetId');
    expect((await run(['history', '--limit', '0'])).stderr).toContain('It must be a whole number from 1 to 200.');
  });
});

describe('a landscape', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson('revenue');
    await person.run(['push', SHOP]);
  });

  it('answers what breaks, from a name of any kind', async () => {
    const { code, stdout } = await person.run(['blast', 'astronomy-db']);
    expect(code).toBe(0);
    expect(stdout).toContain('What breaks when astronomy-db (component, Astronomy database) goes to Outage\n');
    expect(stdout).toMatch(/Directly \(2\)\n {2}Outage {4}\S+ .*← uses astronomy-db\n/);
    const zone = JSON.parse(
      (
        await person.run([
          'blast',
          'eu-central-a',
          '--json',
          '--direction',
          'DOWNSTREAM',
          '--depth',
          '2',
          '--state',
          'degraded',
          '--modes',
          'Hard,soft',
        ])
      ).stdout,
    ) as object;
    expect(zone).toMatchObject({
      entity: { type: 'hosting-zone' },
      depth: { requested: 2 },
      state: 'Degraded',
      filters: { modes: ['Hard', 'Soft'], types: null },
    });
  });

  it('is asked again which is meant where a name is several things', async () => {
    const ambiguous = await person.run(['blast', 'flagd']);
    expect(ambiguous).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'faultline: "flagd" is 2 things: component, technology\n  say which: --kind component or --kind technology\n',
    });
    expect((await person.run(['blast', 'flagd', '--kind', 'technology'])).stdout).toContain('What breaks when flagd (technology, flagd)');
    expect(JSON.parse((await person.run(['blast', 'flagd', '--json'])).stdout)).toMatchObject({
      error: { code: 'ambiguous', kinds: ['component', 'technology'] },
    });
  });

  it('suggests near names for one that it does not have', async () => {
    const miss = await person.run(['blast', 'astronmy-db']);
    expect(miss).toMatchObject({
      code: 1,
      stderr: 'faultline: there is nothing called "astronmy-db" in this landscape\n  did you mean astronomy-db (component)?\n',
    });
    expect((await person.run(['blast', 'checkout', '--kind', 'dataset'])).stderr).toContain('there is no dataset called "checkout"');
  });

  it('comes back as a manifest that changes nothing', async () => {
    const exported = await person.run(['export', '-o', 'export.yaml']);
    expect(exported).toMatchObject({ code: 0, stdout: '', stderr: 'wrote export.yaml\n' });
    expect((await person.run(['push', '--preview', '--fail-on-changes', 'export.yaml'])).code).toBe(0);
    expect((await person.run(['export'])).stdout).toBe(readFileSync(join(directory, 'export.yaml'), 'utf8'));
    const one = JSON.parse((await person.run(['export', '--application', 'ordering', '--json'])).stdout) as {
      name: string;
      applications: { technicalName: string }[];
    };
    expect([one.name, one.applications.map(({ technicalName }) => technicalName)]).toEqual([
      'export',
      ['catalogue', 'fulfilment', 'ordering', 'platform'],
    ]);
    expect((await person.run(['export', '--application', 'nowhere'])).code).toBe(1);
  });
});
