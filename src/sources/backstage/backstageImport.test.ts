import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { realDisk } from '@/cli/disk';
import { memoryDisk } from '@/test/memoryDisk';
import { readCatalog } from './backstageCatalog';
import { importBackstage } from './backstageImport';
import { BACKSTAGE } from './importBackstage';
import { groupBySort, ImportReport, type ReportEntry } from '@/sources/proposal/importReport';
import { writeImported } from '@/sources/proposal/importedManifest';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

const samples = fileURLToPath(new URL('../../test/landscapes/import', import.meta.url));
const expected = (name: string): string => readFileSync(`${samples}/expected/${name}.yaml`, 'utf8');

function run(disk: SourceFiles, ...paths: string[]) {
  const report = new ImportReport();
  const manifest = importBackstage(readCatalog(paths, disk, report), 'backstage', report);
  return { manifest, text: writeImported({ manifest, notes: new Map() }, []), told: toldIn(report) };
}

const toldIn = (report: ImportReport): string[] =>
  report
    .all()
    .map(
      ({ type, message, file, line, column, count }) =>
        `${file}:${line}:${column} ${type}: ${message}${count === undefined ? '' : ` (${count})`}`,
    );

/** Entities of a catalog in one file. */
function runText(text: string) {
  const { manifest, told } = run(memoryDisk({ 'c.yaml': text }), 'c.yaml');
  const components = (manifest.applications ?? []).flatMap((application) =>
    (application.components ?? []).map(({ technicalName, kind }) => `${application.technicalName}/${technicalName} ${kind}`),
  );
  const dependencies = (manifest.dependencies ?? []).map(
    ({ source, target, dependencyType, mode }) => `${source} → ${target} ${dependencyType} ${mode}`,
  );
  return { manifest, told, components, dependencies };
}

const entity = (kind: string, name: string, spec: string, more = ''): string =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}${more} }\nspec: ${spec}\n${more.includes('\n') ? '' : '---\n'}`;

describe("Backstage's own example", () => {
  const { text, told } = run(realDisk(samples), 'backstage-example.yaml');

  it('becomes this manifest', () => expect(text).toBe(expected('backstage-example')));

  it('is reported in full if something is left out or decided', () => {
    expect(told).toEqual([
      'backstage-example.yaml:54:14 notMapped: the lifecycle experimental of artist-lookup: its application is in Production, and only applications have one',
      'backstage-example.yaml:83:7 notMapped: wayback-search uses the API wayback-archive, which no component in these files provides',
      'backstage-example.yaml:94:19 notMapped: wayback-archive-ingestion is part of wayback-archive, which is not in these files',
      'backstage-example.yaml:111:7 notMapped: petstore uses the API searcher, which no component in these files provides',
      'backstage-example.yaml:125:11 decided: the system podcast is not described in these files, so an application was made from its name',
      'backstage-example.yaml:8:3 notMapped: metadata.links has no equivalent in a landscape (1)',
      'backstage-example.yaml:20:3 notMapped: metadata.tags has no equivalent in a landscape (3)',
      'backstage-example.yaml:41:3 notMapped: metadata.annotations has no equivalent in a landscape (2)',
    ]);
  });
});

describe('a catalog in a directory', () => {
  const { text, told } = run(realDisk(samples), 'catalog');
  const payments = 'catalog/services/payments/catalog-info.yaml';

  it('becomes this manifest', () => expect(text).toBe(expected('catalog')));

  it('is the same when reached only through its Location', () =>
    expect(run(realDisk(samples), 'catalog/all.yaml').text).toBe(expected('catalog')));

  it('is reported in full if something is left out or decided', () => {
    expect(told).toEqual([
      'catalog/all.yaml:11:7 notMapped: the Location ./missing.yaml points to nothing',
      'catalog/all.yaml:12:7 notMapped: the Location https://github.com/example/other/blob/main/catalog-info.yaml is not on this machine, so it was not followed',
      'catalog/org.yaml:10:1 notMapped: a landscape has no equivalent of the User ada',
      `${payments}:12:36 notMapped: payments uses the API ghost-api, which no component in these files provides`,
      `${payments}:18:7 notMapped: payments dependsOn system:payments: only components, resources and APIs can be targets of a dependency, not a System`,
      `${payments}:19:7 notMapped: payments dependsOn component:nowhere, which is not in these files`,
      `${payments}:32:1 decided: no component in these files provides the API fx-rates, so the API became a component`,
      `${payments}:37:1 decided: no component in these files provides the API unused-api, so the API became a component`,
      `${payments}:52:1 decided: Resource ledger was renamed to ledger-resource, because its name is taken`,
      `${payments}:54:15 decided: the type "quantum-store" of Resource ledger is unknown, so no kind is stated`,
      `${payments}:61:14 notMapped: the lifecycle deprecated of ledger: its application is in Production, and only applications have one`,
      `${payments}:62:10 notMapped: owner Ada of ledger: its application payments belongs to Payments, and only applications have an owner`,
      `${payments}:77:14 notMapped: the lifecycle beta of checkout-page: its application is in Production, and only applications have one`,
      'catalog/skeleton/catalog-info.yaml:1:1 notMapped: this Component is a template, because its name is "${{ values.name }}"',
      `${payments}:24:87 notMapped: spec.definition has no equivalent in a landscape (4)`,
    ]);
  });
});

describe('references', () => {
  it('find their entity in any case, and default to the namespace of the referring entity', () => {
    const { dependencies } = runText(
      entity('Component', 'web', '{ type: website, dependsOn: [Component:API-Server, resource:default/db] }', ', namespace: team') +
        entity('Component', 'api-server', '{ type: service }', ', namespace: Team') +
        entity('Resource', 'db', '{ type: database }'),
    );
    expect(dependencies).toEqual(['team.web → Team.api-server Calls Hard', 'team.web → db ReadsWrites Hard']);
  });

  it('may be a single one, and may be written as fields', () => {
    const { dependencies } = runText(
      entity('Component', 'a', '{ type: service, dependsOn: "component:b" }') +
        entity('Component', 'b', '{ type: service, dependsOn: [{ kind: Resource, name: c }] }') +
        entity('Resource', 'c', '{ type: redis }'),
    );
    expect(dependencies).toEqual(['a → b Calls Hard', 'b → c ReadsWrites Hard']);
  });

  it('count once when a catalog that was read out of Backstage states them as relations too', () => {
    const exported = `- apiVersion: backstage.io/v1alpha1
  kind: Component
  metadata: { name: a }
  spec: { type: service, dependsOn: ['resource:db'] }
  relations:
    - { type: dependsOn, targetRef: 'resource:default/db' }
    - { type: partOf, targetRef: 'system:default/shop' }
    - { type: ownedBy, targetRef: 'group:default/team' }
    - { type: dependsOn, targetRef: 'resource:default/gone' }
- { apiVersion: backstage.io/v1alpha1, kind: Resource, metadata: { name: db }, spec: { type: database, partOf: 'system:shop', ownedBy: team } }
- { apiVersion: backstage.io/v1alpha1, kind: System, metadata: { name: shop }, spec: {} }
`;
    const { components, dependencies, manifest, told } = runText(exported);
    expect(components).toEqual(['shop/a WebAPI', 'shop/db Database']);
    expect(dependencies).toEqual(['a → db ReadsWrites Hard']);
    expect(manifest.applications?.[0]?.ownerTeam).toBe('team');
    expect(told).toEqual(['c.yaml:9:37 notMapped: a dependsOn resource:default/gone, which is not in these files']);
  });

  it('that point backward are reversed', () => {
    const { dependencies } = runText(
      entity('Resource', 'db', '{ type: database, dependencyOf: [component:a] }') + entity('Component', 'a', '{ type: service }'),
    );
    expect(dependencies).toEqual(['a → db ReadsWrites Hard']);
  });

  it('of an entity to itself are left out', () => {
    const { dependencies, told } = runText(entity('Component', 'a', '{ type: service, providesApis: [x], consumesApis: [x] }'));
    expect(dependencies).toEqual([]);
    expect(told).toEqual(['c.yaml:4:58 notMapped: a depends on itself through x']);
  });
});

describe('APIs', () => {
  it('make their users depend on each component that provides them, even if the API is only named', () => {
    const { dependencies, told } = runText(
      entity('Component', 'a', '{ type: service, providesApis: [orders] }') +
        entity('Component', 'b', '{ type: service, providesApis: [orders] }') +
        entity('Component', 'c', '{ type: website, consumesApis: [orders] }'),
    );
    expect(dependencies).toEqual(['c → a Calls Hard', 'c → b Calls Hard']);
    expect(told).toEqual(['c.yaml:14:39 decided: the API orders is provided by a, b, so c depends on each of them']);
  });

  it('leave a trace in the report when nobody uses them', () => {
    const { components, told } = runText(
      entity('Component', 'a', '{ type: service, providesApis: [orders] }') + entity('API', 'orders', '{ type: openapi }'),
    );
    expect(components).toEqual(['a/a WebAPI']);
    expect(told).toEqual([
      'c.yaml:7:1 notMapped: API orders has a provider, but no component in these files uses it, so it does not appear in the manifest',
    ]);
  });
});

describe('names and circles', () => {
  it('two entities of one name get two technicalNames, whatever their order', () => {
    const { components } = runText(
      entity('Resource', 'x', '{ type: database, system: s }') +
        entity('API', 'x', '{ type: grpc, system: s }') +
        entity('Component', 'x', '{ type: service, system: s }') +
        entity('System', 's', '{}'),
    );
    expect(components).toEqual(['s/x WebAPI', 's/x-resource Database', 's/x-api WebAPI']);
  });

  it('an invalid technicalName is turned into a valid one', () => {
    const { components, told } = runText(
      entity('Component', '"Müller & Söhne"', '{ type: service }') +
        entity('Component', '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44', '{ type: service }'),
    );
    expect(components).toEqual([
      'Muller-Sohne/Muller-Sohne WebAPI',
      'x-3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44/x-3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44 WebAPI',
    ]);
    expect(told).toHaveLength(2);
  });

  it('a warning about an application with the name of a system appears only if that system exists', () => {
    const { components, told } = runText(
      entity('System', 'shop', '{}') +
        entity('Component', 'shop', '{ type: service }') +
        entity('Component', 'mobile-app', '{ type: mobile }') +
        entity('Component', 'cart', '{ type: service }') +
        entity('Resource', 'cart', '{ type: redis }'),
    );
    expect(components).toEqual([
      'shop-app/shop WebAPI',
      'mobile-app/mobile-app MobileApp',
      'cart/cart WebAPI',
      'cart-app/cart-resource Cache',
    ]);
    expect(told).toEqual([
      'c.yaml:7:1 decided: Component shop is in no system, so it got its own application, called shop-app because there is a system with its name',
      'c.yaml:22:1 decided: Resource cart is in no system, so it got its own application, called cart-app because another application already has that name',
      'c.yaml:22:1 decided: Resource cart was renamed to cart-resource, because its name is taken',
    ]);
  });

  it('the second description of an entity is left out', () => {
    const { components, told } = runText(entity('Component', 'a', '{ type: service }') + entity('Component', 'A', '{ type: website }'));
    expect(components).toEqual(['a/a WebAPI']);
    expect(told).toEqual(['c.yaml:7:1 notMapped: component:default/a is already described in c.yaml:2, so this one was skipped']);
  });

  it('domains that contain each other and components that are parts of each other do not loop for ever', () => {
    const { manifest, components } = runText(
      entity('Domain', 'a', '{ subdomainOf: b }') +
        entity('Domain', 'b', '{ subdomainOf: a }') +
        entity('Component', 'x', '{ type: service, subcomponentOf: y }') +
        entity('Component', 'y', '{ type: service, subcomponentOf: x }'),
    );
    expect(manifest.capabilities).toEqual([
      { technicalName: 'a', name: 'a', parent: 'b' },
      { technicalName: 'b', name: 'b' },
    ]);
    expect(components).toEqual(['y/x WebAPI', 'x/y WebAPI']);
  });

  it('text that a manifest does not allow is cut and cleaned', () => {
    const { manifest } = runText(
      `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: a, title: "${'t'.repeat(300)}", description: "bell\\a ${'d'.repeat(5_000)}" }\nspec: { type: service }\n`,
    );
    const [component] = manifest.applications?.[0]?.components ?? [];
    expect(component?.name).toBe(`${'t'.repeat(199)}…`);
    expect(component?.description).toHaveLength(4_000);
    expect(component?.description?.startsWith('bell  d')).toBe(true);
  });
});

describe('the name of the manifest', () => {
  const slug = (name: string, slug: string): string =>
    entity('Component', name, '{ type: service }', `, annotations: { github.com/project-slug: ${slug} }`);
  const group = (name: string, spec: string): string => entity('Group', name, spec);
  const service = entity('Component', 'a', '{ type: service }');
  const said = 'undefined:undefined:undefined decided: ';

  it.each([
    ['app-config.yaml', { 'app-config.yaml': 'organization: { name: Acme Ltd }\n', 'c.yaml': service }, 'Acme Ltd', []],
    [
      'the group of type organization',
      { 'c.yaml': service + group('a-team', '{ type: team }') + group('acme', '{ type: organization, profile: { displayName: Acme } }') },
      'Acme',
      [],
    ],
    [
      'the one group above all others',
      { 'c.yaml': service + group('acme', '{ type: root }') + group('a-team', '{ type: team, parent: acme }') },
      'acme',
      [],
    ],
    [
      'the owner of most repositories',
      { 'c.yaml': slug('a', 'guest/a') + slug('b', 'acme/b') + slug('c', 'acme/c') + group('a-team', '{ type: team }') },
      'acme',
      [`${said}the manifest is called acme, after the owner of the repositories; use --name to change that`],
    ],
    [
      'the directory',
      { 'app-config.yaml': 'organization: { name: My Company }\n', 'c.yaml': service },
      'shop',
      [`${said}these files name no organisation, so the manifest is called shop; use --name to change that`],
    ],
  ])('is taken from %s', (_name, files, expected, decided) => {
    const report = new ImportReport();
    const { manifest } = BACKSTAGE.read(['c.yaml'], memoryDisk(files as Record<string, string>), { own: {} }, report);
    expect(manifest.name).toBe(expected);
    expect(toldIn(report).filter((line) => line.includes('manifest is called'))).toEqual(decided);
  });

  it('is the given one, and never a directory name that many projects share', () => {
    const files = memoryDisk({ 'backstage/catalog/c.yaml': service });
    const nameOf = (options: { name?: string }): string =>
      BACKSTAGE.read(['backstage/catalog'], files, { ...options, own: {} }, new ImportReport()).manifest.name;
    expect(nameOf({})).toBe('shop');
    expect(nameOf({ name: 'mine' })).toBe('mine');
  });

  it('is reported once if it is that of a directory above', () => {
    const report = new ImportReport();
    BACKSTAGE.read(['backstage/catalog'], memoryDisk({ 'backstage/catalog/c.yaml': service }), { own: {} }, report);
    expect(toldIn(report).filter((line) => line.includes('--name'))).toEqual([
      `${said}these files name no organisation, so the manifest is called shop; use --name to change that`,
    ]);
  });
});

describe('a catalog of which nothing can be mapped', () => {
  it('is refused', () =>
    expect(() =>
      BACKSTAGE.read(['c.yaml'], memoryDisk({ 'c.yaml': entity('User', 'ada', '{}') }), { own: {} }, new ImportReport()),
    ).toThrow('nothing in these files can be mapped'));
});

describe('files', () => {
  it('that are not part of a catalog are skipped in a directory and refused when named', () => {
    const disk = memoryDisk({
      'd/a.yaml': entity('Component', 'a', '{ type: service }'),
      'd/k8s.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: k }\n',
      'd/node_modules/x/catalog-info.yaml': 'broken: [',
      'd/catalog-info.yml': 'broken: [',
    });
    const { manifest, told } = run(disk, 'd');
    expect(manifest.applications?.map(({ technicalName }) => technicalName)).toEqual(['a']);
    expect(told.map((line) => line.replace(/: .*/, ''))).toEqual(['d/catalog-info.yml:1:10 notMapped']);
    expect(() => run(disk, 'd/catalog-info.yml')).toThrow('d/catalog-info.yml is not readable YAML');
    expect(() => run(disk, 'nowhere')).toThrow('nowhere: there is no such file or directory');
  });

  it('that cannot be read end nothing if a Location points to them, and everything if they are named', () => {
    const disk = memoryDisk({
      'all.yaml': entity('Location', 'all', '{ targets: [./good.yaml, ./broken.yaml, ./other.yaml] }'),
      'good.yaml': entity('Component', 'good', '{ type: service }'),
      'broken.yaml': 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n\tname: broken\n',
      'other.yaml': entity('Component', 'other', '{ type: service }'),
    });
    const { manifest, told } = run(disk, 'all.yaml');
    expect(manifest.applications?.map(({ technicalName }) => technicalName)).toEqual(['good', 'other']);
    expect(told).toEqual(['broken.yaml:4:1 notMapped: cannot be read: Tabs are not allowed as indentation']);
    expect(() => run(disk, 'broken.yaml')).toThrow('broken.yaml is not readable YAML');
  });

  it('that point to each other are read once', () => {
    const location = (target: string): string =>
      `apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: { name: l }\nspec: { target: ${target} }\n---\n`;
    const disk = memoryDisk({
      'a.yaml': location('./b.yaml') + entity('Component', 'a', '{ type: service }'),
      'b.yaml': location('./a.yaml') + entity('Component', 'b', '{ type: service }'),
    });
    expect(run(disk, 'a.yaml').manifest.applications?.map(({ technicalName }) => technicalName)).toEqual(['b', 'a']);
  });
});

describe('what entities other than components depend on', () => {
  it('is reported with its target, because only components have dependencies', () => {
    const { dependencies, told } = runText(
      entity('System', 'shop', '{ dependsOn: [component:ledger] }') +
        entity('API', 'ledger-api', '{ type: openapi, dependsOn: [component:ledger] }') +
        entity('Component', 'ledger', '{ type: service, providesApis: [ledger-api] }') +
        entity('Component', 'web', '{ type: website, consumesApis: [ledger-api] }'),
    );
    expect(dependencies).toEqual(['web → ledger Calls Hard']);
    expect(told.filter((line) => line.includes('dependsOn')).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'notMapped: System shop dependsOn component:ledger, and only components depend on something here: state it for those of its components that need it',
      'notMapped: API ledger-api dependsOn component:ledger, which provides it, so it would depend on itself',
    ]);
  });
});

describe('a field that is nearly one of Backstage', () => {
  it('is reported on a line of its own, with the field that was probably meant', () => {
    const { told } = runText(entity('Component', 'a', '{ type: service, consumesApi: [x], dependson: [y], definition: z, colour: red }'));
    expect(told).toEqual([
      'c.yaml:4:24 notMapped: spec.consumesApi of a is not a field of Backstage: did you mean consumesApis?',
      'c.yaml:4:42 notMapped: spec.dependson of a is not a field of Backstage: did you mean dependsOn?',
      'c.yaml:4:58 notMapped: spec.definition has no equivalent in a landscape (1)',
      'c.yaml:4:73 notMapped: spec.colour has no equivalent in a landscape (1)',
    ]);
  });
});

describe('what is needed to build and not to run', () => {
  it.each([
    ['buildkite-pipeline', false],
    ['github-workflow', false],
    ['ci', false],
    ['library', false],
    ['template', false],
    ['data-pipeline', undefined],
    ['workflow', undefined],
    ['database', undefined],
  ])('%s passes failure on: %s', (type, propagates) => {
    const { manifest } = runText(
      entity('Component', 'engine', '{ type: service, dependsOn: [resource:thing] }') + entity('Resource', 'thing', `{ type: ${type} }`),
    );
    expect(manifest.dependencies?.map((dependency) => dependency.propagates)).toEqual([propagates]);
  });
});

describe('the report of a large catalog', () => {
  const entries = (count: number): ReportEntry[] =>
    Array.from({ length: count }, (_, place) => ({ type: 'notMapped', message: `User ${place}`, sort: 'entities of the kind User' }));

  it('shows the first of each sort and counts the others', () => {
    expect(groupBySort(entries(500)).map(({ message }) => message)).toEqual([
      'User 0',
      'User 1',
      'User 2',
      '497 more entities of the kind User (all of them with --json)',
    ]);
  });

  it('shows all of a sort with few, and everything without a sort', () => {
    expect(groupBySort(entries(4))).toHaveLength(4);
    const alone: ReportEntry[] = Array.from({ length: 9 }, () => ({ type: 'decided', message: 'the same' }));
    expect(groupBySort(alone)).toHaveLength(9);
  });
});
