/** The commands that ask, list and undo, against a server, run as a user runs them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '@/contract/manifest/schema';
import { consumeHealth } from '@/server/health/consume';
import { componentLine as component, shopOf as app, useCliPeople, type CliPerson } from '@/test/cliPeople';
import { useTestDatabase } from '@/test/database';
import { created } from '@/test/restTenants';

const { database } = await useTestDatabase();
const { directory, newPerson, manifestFile } = useCliPeople(database);
const SHOP = fileURLToPath(new URL('../test/landscapes/opentelemetry-demo.yaml', import.meta.url));

describe('status, list, get, incidents and open', () => {
  it('show what is there, what is wrong, and where the pages are', async () => {
    const { tenant, origin, run } = await newPerson();
    const { tenantId } = tenant;
    expect((await run(['status'])).stdout).toMatch(/\nnow {8}there is nothing to watch yet\n$/);
    expect((await run(['impact'])).stdout).toMatch(/^There is nothing to watch yet: the landscape has no components\. Updated \S+\n$/);
    const more = 'technologies: [{ technicalName: pg-17, name: PostgreSQL 17 }]\ncapabilities: [{ technicalName: web, name: Selling }]\n';
    await run([
      'push',
      manifestFile('look.yaml', more + app(`${component('web')}, ${component('db', ', kind: Database, technologies: [pg-17]')}`)),
    ]);
    expect((await run(['incidents'])).stdout).toBe('No incident is open.\n');
    expect((await run(['status'])).stdout).toMatch(
      new RegExp(
        `^server {5}${origin} {2}Faultline .*\\ntenant .*\\nlandscape {2}2 components of at most .*, version 1\\nnow {8}nothing is known: 2 components not reported\\n$`,
      ),
    );
    for (const question of [['impact'], ['impact', '--by-cause']])
      expect((await run(question)).stdout).toMatch(/^Nothing is known: 2 components not reported\. Updated \S+\n$/);
    await run(['health', 'web', 'healthy']);
    await consumeHealth(30_000, tenantId);
    expect((await run(['status'])).stdout).toMatch(/\nnow {8}nothing is known to be affected: 1 component healthy, 1 not reported\n$/);
    for (const question of [['impact'], ['impact', '--by-cause']])
      expect((await run(question)).stdout).toMatch(
        /^Nothing is known to be affected\. Updated \S+\n1 component healthy, 1 not reported; the oldest report is from \S+\n$/,
      );
    await run(['health', 'db', 'outage']);
    await consumeHealth(30_000, tenantId);
    expect((await run(['status'])).stdout).toMatch(/\nnow {8}db \(Outage\); no other component affected\n$/);
    expect(JSON.parse((await run(['status', '--json'])).stdout)).toMatchObject({
      tenant: { id: tenantId },
      unhealthy: 1,
      openIncidents: 1,
    });
    expect((await run(['incidents'])).stdout).toMatch(/^#1 {2}Open {2}Outage {2}db {2}since \S+Z {2}no team recorded\n$/);
    expect((await run(['incidents', '--state', 'resolved'])).stdout).toBe('There is no such incident.\n');
    await run(['health', 'db', 'healthy']);
    await consumeHealth(30_000, tenantId);
    for (const word of ['recovered', 'monitoring'])
      expect((await run(['incidents', '--state', word])).stdout).toMatch(/^#1 {2}Recovered {2}/);
    await run(['health', 'db', 'outage']);
    await consumeHealth(30_000, tenantId);

    expect((await run(['list', 'components'])).stdout).toBe('db   db   Database  Containers\nweb  web  Other     Containers\n');
    expect((await run(['list', 'component', '--limit', '1'])).stdout).toBe(
      'db  db  Database  Containers\n… and 1 more: --limit shows them\n',
    );
    expect((await run(['list', 'datasets'])).stdout).toBe('There are no datasets.\n');
    expect((await run(['list', 'components', '--search', 'cache'])).stdout).toBe('There are no components with “cache” in a name.\n');
    expect(await run(['list', 'componets'])).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean "components"?') });

    const runbook = { kind: 'Runbook', label: 'Shop', url: 'https://wiki.example/shop' };
    await tenant.call('PATCH', '/applications/shop', { json: { contact: 'Room 5', references: [runbook] } });
    await tenant.call('PATCH', '/components/db', { json: { contact: 'Room 7' } });
    const got = await run(['get', 'db']);
    expect(got.stdout).toMatch(
      /\n {2}contact +Room 7\n {2}references +Runbook "Shop" https:\/\/wiki\.example\/shop \(of its application\)\n/,
    );
    expect(got.stdout).toMatch(/^db {2}db {2}component\n[^]*\n {2}application +shop\n {2}kind +Database\n[^]*\n {2}technology +pg-17\n/);
    expect(got.stdout).toContain(`${origin}/t/${tenantId}/inventory/components?open=`);
    expect(JSON.parse((await run(['get', 'web', '--kind', 'capability', '--json'])).stdout)).toMatchObject({
      kind: 'capability',
      name: 'Selling',
    });

    const pages: string[] = [];
    const onPage = (url: string) => void pages.push(url);
    await run(['open'], { onPage });
    await run(['open', 'db', '--page', 'blast-radius'], { onPage });
    const { id } = (await tenant.call('GET', '/components/db')).body as { id: string };
    expect(pages).toEqual([`${origin}/t/${tenantId}/home`, `${origin}/t/${tenantId}/blast-radius?entityType=component&entityId=${id}`]);
    expect(await run(['open', '--page', 'incidents'])).toMatchObject({ code: 0, stdout: `${origin}/t/${tenantId}/incidents\n` });
    expect(await run(['open', 'db', '--page', 'home'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is about no single entity'),
    });
    expect((await run(['complete', 'entity', 'w'])).stdout).toBe('web\n');
  });
});

describe('impact', () => {
  it('--by-cause says what two failures cause only together', async () => {
    const { tenant, run } = await newPerson();
    const group = 'dependencyType: Calls, redundancyGroup: replicas, redundancyMinimum: 1';
    const edges = `dependencies: [{ source: web, target: r1, ${group} }, { source: web, target: r2, ${group} }]\n`;
    await run(['push', manifestFile('replicas.yaml', app(`${component('web')}, ${component('r1')}, ${component('r2')}`) + edges)]);
    for (const replica of ['r1', 'r2']) expect((await run(['health', replica, 'outage'])).code).toBe(0);
    await consumeHealth(30_000, tenant.tenantId);
    const { code, stdout } = await run(['impact', '--by-cause']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Updated .*\n\nOutage {2}r1 {2}since .*, incident Open, last reported at .*\n {2}Components \(1\)\n {4}Outage {4}web {2}jointly with r2; Healthy alone\n/,
    );
    const json = JSON.parse((await run(['impact', '--by-cause', '--json'])).stdout) as { causes: { technicalName: string }[] };
    expect(json.causes.map(({ technicalName }) => technicalName)).toEqual(['r1', 'r2']);
  });
});

describe('scenario evaluate', () => {
  it('says what several failures cause only together, and exits with 3 if that is a reason to fail', async () => {
    const { run } = await newPerson();
    const group = 'dependencyType: Calls, redundancyGroup: replicas, redundancyMinimum: 1';
    const edges = `dependencies: [{ source: web, target: r1, ${group} }, { source: web, target: r2, ${group} }]\n`;
    await run(['push', manifestFile('pair.yaml', app(`${component('web')}, ${component('r1')}, ${component('r2')}`) + edges)]);
    const ask = (...more: string[]) => run(['scenario', 'evaluate', '--fail', 'r1', ...more]);
    const { code, stdout } = await ask('--fail', 'component:r2=outage');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/web: replicas has 0 of 2 left and needs 1 {2}lost r1, r2\n/)]);
    expect(stdout).toMatch(/\n {2}Outage {4}web {2}.+ {2}\* Healthy alone\n/);
    expect((await ask('--fail', 'r2', '--fail-on', 'excess')).code).toBe(3);
    expect((await ask('--fail-on', 'excess')).code).toBe(0);
    expect((await ask('--fail', 'r2', '--minutes', '5', '--fail-on', 'breached')).code).toBe(0);
    expect(await ask('--fail-on', 'breached')).toMatchObject({ code: 1, stderr: expect.stringContaining('needs --minutes') });
    expect(await ask('--fail', 'r3')).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean') });
    expect(await ask('--fail', 'zone:r2')).toMatchObject({ code: 1, stderr: expect.stringContaining('no hosting zone') });
    expect(await run(['scenario', 'evaluate'])).toMatchObject({ code: 1, stderr: expect.stringContaining('no failure was given') });
  });
});

describe('scenario run, list and compare', () => {
  it('runs a saved scenario, names it, and says how it differs from the last run', async () => {
    const { run, tenant } = await newPerson();
    const group = 'dependencyType: Calls, redundancyGroup: replicas, redundancyMinimum: 1';
    const edges = `dependencies: [{ source: web, target: r1, ${group} }, { source: web, target: r2, ${group} }]\n`;
    await run(['push', manifestFile('saved.yaml', app(`${component('web')}, ${component('r1')}, ${component('r2')}`) + edges)]);
    expect((await run(['scenario', 'list'])).stdout).toBe('No scenario is saved.\n');
    const failures = ['r1', 'r2'].map((entity) => ({ entityType: 'component', entity }));
    await created(tenant, '/scenarios', { technicalName: 'pair', name: 'The pair', failures });
    expect((await run(['scenario', 'list'])).stdout).toBe('pair  The pair  2 failures\n');
    expect(await run(['scenario', 'compare', 'pair'])).toMatchObject({ code: 1, stderr: expect.stringContaining('never been run') });
    const first = await run(['scenario', 'run', 'pair', '--fail-on', 'excess']);
    expect([first.code, first.stdout]).toEqual([3, expect.stringContaining('web: replicas has 0 of 2 left and needs 1')]);
    expect(await run(['scenario', 'compare', 'pair'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Both answers are the same.'),
    });
    expect(await run(['scenario', 'run', 'pair', '--fail-on', 'breached'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('durationMinutes of pair'),
    });
    expect((await tenant.call('DELETE', '/components/r2?cascade=true')).status).toBe(200);
    const compared = await run(['scenario', 'compare', 'pair']);
    expect([compared.code, compared.stdout]).toEqual([
      2,
      expect.stringMatching(/! the component r2 is gone; .+\n[^]*No longer affected \(1\)\n/),
    ]);
    const json = JSON.parse((await run(['scenario', 'compare', 'pair', '--json'])).stdout) as { noLongerAffected: object[] };
    expect(json.noLongerAffected).toHaveLength(1);
    expect(await run(['scenario', 'run', 'nobody'])).toMatchObject({ code: 1, stderr: expect.stringContaining('no scenario') });
  });
});

describe('weak-points', () => {
  it('says what takes a component down, and exits with 3 for causes missing from the baseline', async () => {
    const { run } = await newPerson();
    const group = 'dependencyType: Calls, redundancyGroup: replicas, redundancyMinimum: 1';
    const edges = `dependencies: [{ source: web, target: r1, ${group} }, { source: web, target: r2, ${group} }]\n`;
    const components = `${component('web')}, ${component('r1')}, ${component('r2')}`;
    await run(['push', manifestFile('weak.yaml', app(components) + edges)]);
    const ask = (...more: string[]) => run(['weak-points', 'component:web', '--order', '2', ...more]);
    expect(await ask()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /\nAlone \(1\)\n {2}web \(its own\)\n\nOnly together \(1\)\n {2}r1 \+ r2\n\nRedundancy \(1\)\n {2}web: replicas, 1 of 2 may still fail\n/,
      ),
    });
    const baseline = join(directory, 'baseline.json');
    writeFileSync(baseline, (await ask('--json')).stdout);
    expect(await ask('--fail-on-new', '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
    await run([
      'push',
      manifestFile(
        'weak.yaml',
        app(`${components}, ${component('disk')}`) +
          edges.replace(']', ', { source: r1, target: disk, dependencyType: Reads }, { source: r2, target: disk, dependencyType: Reads }]'),
      ),
    ]);
    expect(await ask('--fail-on-new', '--baseline', baseline)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/ {2}disk {2}new\n/),
    });
    expect(await ask('--fail-on-new')).toMatchObject({ code: 1, stderr: expect.stringContaining('only work together') });
  });
});

describe('history and undo', () => {
  it('list the applies that changed something, and undo one, naming what stays', async () => {
    const { tenant, run } = await newPerson();
    expect(await run(['history'])).toMatchObject({ code: 0, stdout: 'No manifest has changed anything yet.\n' });
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
    expect((await run(['history', '--manifest', 'store'])).stdout).toBe('No manifest called store has changed anything yet.\n');
    const last = listed.stdout.slice(0, 36);

    const preview = await run(['undo', '--preview', last]);
    expect(preview.stdout).toContain('Undo of shop: 0 to create again, 1 to update, 1 to delete\n');
    expect(preview.stdout).toContain('Delete (1) — destructive\n  - component  db');
    const refused = await run(['undo', last]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('nothing was undone: it would mean 1 deletion, and there is no terminal to ask on'),
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

  it('answer one JSON document with --json, and refuse ids that are not applies', async () => {
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
  let person: CliPerson;
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

  it('answers an ambiguous name with the kinds that have it', async () => {
    const ambiguous = await person.run(['blast', 'flagd']);
    expect(ambiguous).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'faultline: "flagd" names 2 things: component, technology\n  choose one: --kind component or --kind technology\n',
    });
    expect((await person.run(['blast', 'flagd', '--kind', 'technology'])).stdout).toContain('What breaks when flagd (technology, flagd)');
    expect(JSON.parse((await person.run(['blast', 'flagd', '--json'])).stdout)).toMatchObject({
      error: { code: 'ambiguous', kinds: ['component', 'technology'] },
    });
  });

  it('suggests similar names for an unknown name', async () => {
    const miss = await person.run(['blast', 'astronmy-db']);
    expect(miss).toMatchObject({
      code: 1,
      stderr: 'faultline: there is nothing called "astronmy-db" in this landscape\n  did you mean astronomy-db (component)?\n',
    });
    expect((await person.run(['blast', 'checkout', '--kind', 'dataset'])).stderr).toContain('there is no dataset called "checkout"');
  });

  it('exports as a manifest that changes nothing', async () => {
    const exported = await person.run(['export', '-o', 'export.yaml']);
    expect(exported).toMatchObject({ code: 0, stdout: '', stderr: 'wrote export.yaml\n' });
    expect((await person.run(['push', '--preview', '--fail-on-changes', 'export.yaml'])).code).toBe(0);
    expect((await person.run(['export'])).stdout).toBe(readFileSync(join(directory, 'export.yaml'), 'utf8'));
    const one = JSON.parse((await person.run(['export', '--application', 'ordering', '--json'])).stdout) as {
      name: string;
      applications: { technicalName: string; components: unknown[] }[];
    };
    expect([one.name, one.applications.map(({ technicalName }) => technicalName)]).toEqual([
      'export',
      ['catalogue', 'fulfilment', 'ordering', 'platform'],
    ]);
    expect((await person.run(['export', '--application', 'nowhere'])).code).toBe(1);
    const table = (await person.run(['export', '--application', 'ordering', '--format', 'csv'])).stdout.split('\r\n');
    const rows = one.applications.reduce((count, { components }) => count + components.length, 0);
    // The head before them, and nothing behind the last line end.
    expect([table[0]?.startsWith('\uFEFFTechnical name,Name,Application,'), table.length]).toEqual([true, rows + 2]);
    expect((await person.run(['export', '--format', 'csv', '--json'])).code).toBe(1);
  });

  it.each([
    ['structurizr', 'workspace.json', /a Structurizr workspace has no place for .*capabilities/],
    ['backstage', 'catalog.yaml', /a Backstage catalog has no place for .*segments, .*mode of \d+ dependencies/],
  ])('exports for %s, which is the same components and dependencies when it is imported', async (format, file, left) => {
    const exported = await person.run(['export', '--format', format, '-o', file], { isTerminal: true });
    expect(exported).toMatchObject({ code: 0, stderr: expect.stringMatching(left) });
    const manifest = JSON.parse((await person.run(['export', '--json'])).stdout) as Manifest;
    const imported = JSON.parse((await person.run(['import', file, '--name', 'Landscape', '--json'])).stdout) as {
      kind: string;
      manifest: Manifest;
    };
    const componentsOf = ({ applications }: Manifest) =>
      (applications ?? []).flatMap(({ components }) => (components ?? []).map(({ name }) => name)).sort();
    expect(imported.kind).toBe(format);
    expect(componentsOf(imported.manifest)).toEqual(componentsOf(manifest));
    expect(imported.manifest.dependencies?.length).toBe(
      new Set(manifest.dependencies?.map(({ source, target }) => `${source} ${target}`)).size,
    );
  });

  it('exports under a name, which a person at a terminal is asked for', async () => {
    const asked = await person.run(['export'], { isTerminal: true, stdin: 'mine\n' });
    expect([asked.code, asked.stdout.replace(/^#.*\n/, '').slice(0, 24), asked.stderr]).toEqual([
      0,
      'version: 1\nname: mine\nho',
      expect.stringMatching(/^Name of the manifest \(leave empty for export, which owns nothing\): /),
    ]);
    expect((await person.run(['export'], { isTerminal: true, stdin: '\n' })).stdout).toMatch(/^#.*\nversion: 1\nname: export\n/);
    expect((await person.run(['export', '--name', 'mine'], { isTerminal: true })).stderr).not.toContain('Name of');
  });

  it('does what the guide on the landscape as code says, from the export to the pipeline that prunes', async () => {
    const { run } = await newPerson('revenue');
    expect((await run(['push', SHOP])).code).toBe(0);
    const guide = readFileSync('src/guides/landscape-as-code.md', 'utf8');
    const [, block = ''] = /```sh\n(node faultline\.mjs export[^`]*)```/.exec(guide) ?? [];
    const commands = block.trim().split('\n');
    expect(commands).toHaveLength(3);
    for (const command of commands) expect(await run(command.split(' ').slice(2)), command).toMatchObject({ code: 0 });
    expect(guide).toContain('prune: true');
    // As the action calls it.
    const pruned = await run(['push', '--prune', '--yes', '--', 'landscape.yaml']);
    expect([pruned.code, pruned.stderr]).toEqual([0, '']);
    const more = `${readFileSync(join(directory, 'landscape.yaml'), 'utf8')}`.replace(
      '\ndatasets:\n',
      '\ndatasets:\n  - technicalName: new-data\n    name: New\n    classification: Internal\n',
    );
    writeFileSync(join(directory, 'more.yaml'), more);
    expect(await run(['push', '--prune', '--yes', '--', 'more.yaml'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 to create'),
    });
    expect((await run(['push', '--prune', '--yes', '--', 'landscape.yaml'])).stdout).toContain('1 to delete');
    expect(await run(['export', '--name', 'landscape'])).toMatchObject({ code: 1, stderr: expect.stringContaining('--take-over') });
    expect((await run(['export', '--name', 'landscape', '--take-over'])).code).toBe(0);
  });
});
