/** `faultline push`, against a server, run as a user runs it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { componentLine as component, shopOf as app, useCliPeople } from '@/test/cliPeople';
import { useTestDatabase } from '@/test/database';

const { database } = await useTestDatabase();
const { directory, newPerson, manifestFile } = useCliPeople(database);
const SHOP = fileURLToPath(new URL('../test/landscapes/opentelemetry-demo.yaml', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../test/landscapes/import', import.meta.url));

describe('as a process', () => {
  it('previews with exit code 2, applies, and says what it cannot do on stderr with 1', { tags: ['long'] }, async () => {
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

What an outage of a changed component affects differently
  web: application shop: not affected → Outage

! No application in service with components supports a capability, so nothing is known about single points of failure.
`);
    expect((await run(['push', '--preview', '--fail-on-changes', file])).code).toBe(2);
    expect((await tenant.call('GET', '/applications')).body.total).toBe(0);
  });

  it('tells of the first push into an empty tenant in five lines, of later ones what changes, and of nothing to do', async () => {
    const { tenant, origin, run } = await newPerson('revenue');
    const shop = (...components: string[]): string =>
      'capabilities: [{ technicalName: sell, name: Sell }]\n' +
      'segments: [{ technicalName: buyers, name: B, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: sell, revenueShare: 1 }] }]\n' +
      app(...components).replace('name: Shop\n', 'name: Shop\n    capabilities: [sell]\n') +
      'dependencies: [{ source: web, target: db, dependencyType: Reads, mode: Hard }]\n';
    const both = [component('web'), component('db', ', kind: Database')];
    expect(await run(['push', manifestFile('apply.yaml', shop(...both))])).toEqual({
      code: 0,
      stderr: '',
      stdout: `✓ shop: created 1 capability, 1 segment, 1 application, 2 components and 1 dependency
  ! db alone takes down 1 capability, expected to cost 1,000 EUR an hour
  ! web alone takes down 1 capability, expected to cost 1,000 EUR an hour
See all of it: ${origin}/t/${tenant.tenantId}/home
`,
    });
    expect(await run(['push', 'apply.yaml'])).toMatchObject({
      code: 0,
      stdout:
        'shop: 0 to create, 0 to update, 0 to delete, 6 unchanged\nNothing changes: the landscape already has all that the manifest declares.\n✓ shop owns what it declares\n',
    });
    await run(['export', '-o', 'export.yaml']);
    expect((await run(['push', 'export.yaml'])).stdout).not.toContain('owns');
    const more = await run(['push', manifestFile('more.yaml', shop(...both, component('cache')))]);
    expect(more.stdout).toMatch(/^shop: 1 to create, [^]*Create \(1\)\n[^]*\n✓ Applied \(landscape version 2\)\n$/);
    expect((await tenant.call('GET', '/components')).body.total).toBe(3);
    expect((await run(['push', '--preview', '--fail-on-changes', 'more.yaml'])).code).toBe(0);
  });

  it('--plan applies exactly what --plan-out showed, or nothing', async () => {
    const { tenant, run } = await newPerson();
    await run(['push', manifestFile('plan.yaml', app(`${component('web')}, ${component('old')}`))]);
    const file = manifestFile('plan.yaml', app(component('web', ', kind: WebAPI')));
    const planned = await run(['push', '--prune', '--plan-out', 'plan.json', file]);
    expect(planned).toMatchObject({ code: 0, stderr: expect.stringContaining('faultline push --plan plan.json applies exactly that') });
    expect(planned.stdout).toContain('Delete (1) — destructive\n  - component  old\n');
    expect((await tenant.call('GET', '/components')).body.total).toBe(2);
    manifestFile('plan.yaml', app(component('other')));
    for (const extra of [['plan.yaml'], ['--prune'], ['--take-over'], ['--plan-out', 'again.json']])
      expect(await run(['push', '--plan', 'plan.json', ...extra])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--plan takes neither'),
      });
    const foreign = await (await newPerson()).run(['push', '--plan', 'plan.json']);
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining(`is a plan for tenant ${tenant.tenantId}`)]);
    const applied = await run(['push', '--plan', 'plan.json']);
    expect(applied).toEqual({
      code: 0,
      stderr: '',
      stdout: 'shop: 0 to create, 1 to update, 1 to delete, 1 unchanged\n\n✓ Applied (landscape version 2)\n',
    });
    expect((await tenant.call('GET', '/components')).body.items).toMatchObject([{ technicalName: 'web', kind: 'WebAPI' }]);
    expect(await run(['push', '--plan', 'plan.json', '--json'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"digest_mismatch"'),
      stderr: expect.stringContaining('make the plan again from plan.yaml'),
    });
    expect(await run(['push', '--plan', 'plan.yaml'])).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a plan') });
    expect(await run(['push'])).toMatchObject({ code: 1, stderr: expect.stringContaining('which manifest?') });
  });

  it('reports mistakes that only the landscape reveals, each with its line, and changes nothing', async () => {
    const { tenant, run } = await newPerson();
    const file = manifestFile(
      'unknown.yaml',
      `${app(component('web'))}dependencies:\n  - { source: web, target: wbe, dependencyType: Calls }\n`,
    );
    const { code, stderr, stdout } = await run(['push', file, '--json']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'unknown.yaml:8:28: error: target of dependency “web → wbe”: there is no component "wbe", neither in this manifest nor in the landscape — did you mean "web"?\n    8 |   - { source: web, target: wbe, dependencyType: Calls }\n',
    );
    expect(stderr).toContain('the server refuses the manifest: nothing was changed (1 mistake)');
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'invalid_input', status: 400, issues: [{ file: 'unknown.yaml', line: 8, column: 28 }] },
    });
    expect((await tenant.call('GET', '/applications')).body.total).toBe(0);
  });

  it('--prune deletes only after confirmation, which is --yes without a terminal', async () => {
    const { tenant, run } = await newPerson();
    await run(['push', manifestFile('before.yaml', app(`${component('web')}, ${component('old')}`))]);
    const file = manifestFile('after.yaml', app(component('web')));
    const refused = await run(['push', '--prune', file]);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('Delete (1) — destructive\n  - component  old\n');
    expect(refused.stderr).toContain('nothing was applied: 1 deletion needs confirmation, and there is no terminal to ask on');
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
      expect.stringContaining('2 of 2 entities would be deleted: if that is intended, add --allow-delete 2'),
    ]);
    const json = JSON.parse((await run(['push', '--prune', '--yes', '--json', empty])).stdout) as object;
    expect(json).toMatchObject({ error: { code: 'too_many_deletes', tooManyDeletes: { deletes: 2, entities: 2, allowDelete: null } } });
    expect((await run(['push', '--prune', '--yes', '--allow-delete', 'all', empty])).stderr).toContain('whole number');
    expect((await tenant.call('GET', '/components')).body.total).toBe(1);
    expect((await run(['push', '--prune', '--yes', '--allow-delete', '2', empty])).code).toBe(0);
    expect((await tenant.call('GET', '/components')).body.total).toBe(0);
  });

  it('stops at what another manifest states differently, until --take-over is given', async () => {
    const { tenant, run } = await newPerson();
    await run(['push', manifestFile('mine.yaml', 'technologies: [{ technicalName: t, name: T, vendor: Acme }]\n')]);
    const theirs = manifestFile('theirs.yaml', 'technologies: [{ technicalName: t, name: T, vendor: Bolt }]\n', 'others');
    const refused = await run(['push', theirs]);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('Stated differently by other manifests (1)\n  ! vendor of the technology t: ');
    expect(refused.stderr).toContain(
      'nothing was applied: other manifests state 1 field differently: if this one should win, add --take-over',
    );
    const json = JSON.parse((await run(['push', '--json', theirs])).stdout) as object;
    expect(json).toMatchObject({ error: { code: 'declared_elsewhere', conflicts: [{ field: 'vendor', theirs: 'Acme', ours: 'Bolt' }] } });
    expect((await run(['push', '--preview', theirs])).code).toBe(1);
    const taken = await run(['push', '--take-over', theirs]);
    expect([taken.code, taken.stdout]).toEqual([0, expect.stringContaining('Taken over from other manifests (1)')]);
    expect((await tenant.call('GET', '/technologies/t')).body.vendor).toBe('Bolt');
    expect((await run(['push', manifestFile('mine.yaml', 'technologies: [{ technicalName: t, name: T, vendor: Acme }]\n')])).code).toBe(1);
  });

  it('says before it applies that something blocks the apply', async () => {
    const { run } = await newPerson();
    await run(['push', manifestFile('mine.yaml', app(`${component('web')}, ${component('db')}`))]);
    await run(['push', manifestFile('theirs.yaml', 'dependencies: [{ source: web, target: db, dependencyType: Reads }]\n', 'others')]);
    const { code, stdout, stderr } = await run(['push', '--prune', '--yes', manifestFile('less.yaml', app(component('web')))]);
    expect(code).toBe(1);
    expect(stdout).toContain('Cannot be applied\n  ! component db cannot be deleted: dependency web → db (Reads) needs it\n');
    expect(stderr).toContain('nothing was applied: component db cannot be deleted');
    expect((await run(['push', '--preview', '--prune', 'less.yaml'])).code).toBe(1);
  });

  it('with --json, markdown or sarif writes that format and nothing else', async () => {
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

  it('--fail-on exits with 3 for the risks of a change, in every format, and with 0 below the bounds', async () => {
    const { tenant, run } = await newPerson('revenue');
    const shop = (mode: string): string =>
      'capabilities: [{ technicalName: sell, name: Sell }]\n' +
      'segments: [{ technicalName: buyers, name: B, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: sell, revenueShare: 1 }] }]\n' +
      `${app(`${component('web')}, ${component('db')}`).replace('name: Shop\n', 'name: Shop\n    capabilities: [sell]\n')}` +
      `dependencies: [{ source: web, target: db, dependencyType: Reads, mode: ${mode} }]\n`;
    expect((await run(['push', manifestFile('soft.yaml', shop('Soft'))])).code).toBe(0);
    const file = manifestFile('hard.yaml', shop('Hard'));
    const ask = (risks: string, ...more: string[]) => run(['push', '--preview', '--fail-on', risks, ...more, file]);
    const told = 'an outage of db alone brings the capability sell to Outage, expected to cost 1,000 EUR an hour (before: 500 EUR)';

    const text = await ask('new-single-points,exposure=999.5');
    expect(text.code).toBe(3);
    expect(text.stdout).toContain(
      `\nRefused by --fail-on new-single-points,exposure=999.5 (2)\n  ✗ new-single-points: ${told}\n  ✗ exposure=999.5: ${told}\n`,
    );
    expect(text.stderr).toContain('faultline: the change risks more than --fail-on new-single-points,exposure=999.5 allows\n');
    const json = await ask('exposure=999', '--json');
    expect([json.code, JSON.parse(json.stdout).failOn]).toEqual([
      3,
      { conditions: ['exposure=999'], refused: [{ condition: 'exposure=999', text: told }], unexamined: null },
    ]);
    const sarif = await ask('new-single-points', '--format', 'sarif');
    expect([sarif.code, JSON.parse(sarif.stdout).runs[0].results[0]]).toEqual([
      3,
      expect.objectContaining({ ruleId: 'single-point-of-failure', level: 'error', message: { text: told } }),
    ]);
    const markdown = await ask('new-single-points', '--format', 'markdown');
    expect([markdown.code, markdown.stdout]).toEqual([
      3,
      expect.stringMatching(
        /^<!-- faultline -->\n### Faultline: this change risks more than allowed\n[^]*\*\*Refused:\*\*\n- `new-single-points`: an/,
      ),
    ]);
    const junit = await ask('new-single-points,exposure=1000', '--format', 'junit');
    expect(junit.code).toBe(3);
    expect(junit.stdout).toContain('<testsuite name="shop" tests="4" failures="1" errors="0" skipped="0">');
    expect(junit.stdout).toContain(`<failure message="${told}">${told}</failure>`);

    const passed = await ask('exposure=1000');
    expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining('\n✓ --fail-on exposure=1000: nothing found\n')]);
    const unexamined = 'No scenario is saved, so breached had nothing to examine.';
    const untested = await ask('breached');
    expect([untested.code, untested.stdout]).toEqual([
      0,
      expect.stringContaining(`\n✓ --fail-on breached: nothing found\n  ! ${unexamined}\n`),
    ]);
    expect((await ask('breached', '--format', 'markdown')).stdout).toContain(`\n\n${unexamined}\n`);
    expect(JSON.parse((await ask('breached', '--json')).stdout).failOn).toMatchObject({ refused: [], unexamined });
    // A risk that existed before is not new: once the change is made, a second preview reports nothing.
    expect((await run(['push', file])).code).toBe(0);
    expect((await ask('new-single-points,exposure=0')).code).toBe(0);
    expect(JSON.parse((await ask('breached', '--json')).stdout).failOn.unexamined).toBeNull();
    expect((await tenant.call('GET', '/components')).body.total).toBe(2);
  });

  it('--fail-on refuses a scenario that newly lasts too long or costs too much', async () => {
    const { run } = await newPerson('revenue');
    const shop = (dependencies: string): string =>
      'capabilities: [{ technicalName: sell, name: Sell, maximumTolerableDowntimeMinutes: 30 }]\n' +
      'segments: [{ technicalName: buyers, name: B, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: sell, revenueShare: 1 }] }]\n' +
      'applications:\n' +
      '  - { technicalName: shop, name: Shop, capabilities: [sell], components: [{ technicalName: web, name: Web }] }\n' +
      '  - { technicalName: store, name: Store, components: [{ technicalName: db, name: Database }] }\n' +
      `dependencies: [${dependencies}]\n` +
      'scenarios: [{ technicalName: db-out, name: Out, durationMinutes: 60, failures: [{ entityType: component, entity: db }] }]\n';
    expect((await run(['push', manifestFile('apart.yaml', shop(''))])).code).toBe(0);
    const file = manifestFile('joined.yaml', shop('{ source: web, target: db, dependencyType: Reads }'));
    const ask = (risks: string) => run(['push', '--preview', '--fail-on', risks, file]);
    const breached = await ask('breached');
    expect([breached.code, breached.stdout]).toEqual([
      3,
      expect.stringContaining('  ✗ breached: the scenario db-out lasts longer than the capability sell tolerates\n'),
    ]);
    const costly = await ask('exposure=999');
    expect([costly.code, costly.stdout]).toEqual([
      3,
      expect.stringContaining('  ✗ exposure=999: the scenario db-out is expected to cost 1,000 EUR an hour\n'),
    ]);
    expect((await ask('exposure=1000')).code).toBe(0);
    expect((await run(['push', file])).code).toBe(0);
    expect((await ask('breached,exposure=0')).code).toBe(0);
  });

  it('--fail-on says what it needs: a preview with impact, the right to see revenue, and a valid list', async () => {
    const { run } = await newPerson('all');
    const file = manifestFile('gate.yaml', app(component('web')));
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(['push', ...args, file]);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    expect(await refused('--fail-on', 'new-single-points')).toContain('--fail-on works only with --preview');
    expect(await refused('--preview', '--no-impact', '--fail-on', 'new-single-points')).toContain('leave out --no-impact');
    expect(await refused('--preview', '--fail-on', 'exposure=5000')).toContain(
      '--fail-on exposure cannot be evaluated: the key may not see revenue\n  use a key made with canSeeRevenue on a plan with revenue, or leave exposure out\n',
    );
    const example =
      'It must be a list of new-single-points, breached, exposure=N, separated by commas, such as new-single-points,exposure=5000.';
    for (const [list, said] of [
      ['new-single-point', `did you mean "new-single-points"? ${example}`],
      ['', example],
      ['new-single-points,', example],
      ['exposure', 'such as exposure=5000'],
      ['exposure=', 'such as exposure=5000'],
      ['exposure=-1', 'such as exposure=5000'],
      ['exposure=1e3', 'such as exposure=5000'],
      ['exposure=5,exposure=6', 'It has two limits, exposure=5 and exposure=6. Give one.'],
    ] as const)
      expect([list, await refused('--preview', '--fail-on', list)]).toEqual([list, expect.stringContaining(said)]);
    expect((await run(['push', '--preview', '--fail-on', 'new-single-points', file])).code).toBe(0);
    const invalid = await run(['push', '--preview', '--format', 'junit', manifestFile('invalid.yaml', 'applications: [{}]\n')]);
    expect(invalid.code).toBe(1);
    expect(invalid.stdout).toContain('<testcase classname="faultline.invalid.yaml" name="the manifest is valid">');
  });

  it('explains a key without the scope, and an unknown key', async () => {
    const { tenant, run } = await newPerson('read');
    const file = manifestFile('scope.yaml', app(component('web')));
    const scope = await run(['push', file]);
    expect(scope.code).toBe(1);
    expect(scope.stderr).toMatch(
      /faultline: .*write.*\n {2}preview and push need the scope write, reading needs read, signals need health; no scope includes another\n {2}request id /,
    );
    const other = await newPerson();
    const foreign = await run(['push', file], { env: { FAULTLINE_KEY: other.tenant.keys.all } });
    expect(foreign.stderr).toContain(
      'the key belongs to another tenant than --tenant (FAULTLINE_TENANT); if FAULTLINE_KEY is set, FAULTLINE_KEY_FILE is not read',
    );
    const unknown = await run(['push', file, '--json'], {
      env: { FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY: tenant.keys.read.replace(/.{36}$/, '0000000000000000000000000000000W6cBf') },
    });
    expect(unknown.code).toBe(1);
  });

  it('applies the whole demo landscape, from stdin as well, and its imports', { tags: ['long'] }, async () => {
    const { run } = await newPerson('all');
    const revenue = await run(['push', SHOP]);
    expect(revenue.code).toBe(1);
    expect(revenue.stderr).toContain('opentelemetry-demo.yaml:39:20: error: annualRevenue of segment “Shoppers”: states revenue\n');
    expect(revenue.stderr).toContain('leave annualRevenue and revenueShare out, or use a key with canSeeRevenue');
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

describe('a second import', () => {
  it('changes nothing that the first declared, and stops with the name of the first if both have the same names', async () => {
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
    ] as const)
      expect((await run(['import', 'compose', `${projects}/${file}`, '--no-prefix', '--name', name, '-o', `${name}.yaml`])).code).toBe(0);
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
