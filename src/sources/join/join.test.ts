/** Joining a second source onto a landscape: what is the same, what is stated, and what is refused. */
import { describe, expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import type { Manifest, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { toImported, type Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { joinImported } from './joinImported';

const CATALOG: Manifest = {
  version: 1,
  name: 'catalog',
  technologies: [{ technicalName: 'postgresql', name: 'PostgreSQL' }],
  applications: [
    {
      technicalName: 'orders',
      name: 'Orders',
      ownerTeam: 'Team Orders',
      components: [
        { technicalName: 'order-api', name: 'Order API', kind: 'WebAPI', description: 'Takes orders.' },
        { technicalName: 'order-db', name: 'order-db', kind: 'Database' },
      ],
    },
    { technicalName: 'billing', name: 'Billing', components: [{ technicalName: 'invoices', name: 'Invoices' }] },
  ],
  dependencies: [{ source: 'order-api', target: 'order-db', dependencyType: 'ReadsWrites', mode: 'Hard' }],
};

function cluster(components: ManifestComponent[], dependencies: ManifestDependency[] = [], guessed: string[] = []): Imported {
  const manifest: Manifest = {
    version: 1,
    name: 'cluster',
    applications: [{ technicalName: 'shop', name: 'Shop', components }],
    dependencies,
  };
  const notes = new Map(components.filter(({ technicalName }) => guessed.includes(technicalName)).map((one) => [one, 'kind guessed']));
  return toImported({ manifest, notes }, ['Made here.', '3 dependencies marked.'], new ImportReport());
}

const join = (imported: Imported, existing = CATALOG) => joinImported(imported, existing, 'catalog.yaml');
/** `orders/order-api` with what is stated of it. */
const stated = ({ manifest }: Imported): Record<string, unknown> =>
  Object.fromEntries(
    (manifest.applications ?? []).flatMap(({ technicalName: application, components }) =>
      (components ?? []).map(({ technicalName, ...fields }) => [`${application}/${technicalName}`, fields]),
    ),
  );
const decided = ({ report }: Imported): string[] => report.map(({ message }) => message);
const refusalOf = (work: () => unknown): Pick<UnreadableSource, 'code' | 'message'> => {
  try {
    work();
  } catch (error) {
    if (error instanceof UnreadableSource) return { code: error.code, message: error.message };
  }
  throw new Error('nothing was refused');
};

describe('a component of the second source', () => {
  it.each<[string, ManifestComponent, Record<string, unknown>]>([
    ['with the same technicalName is the same', { technicalName: 'order-api' }, { 'orders/order-api': {} }],
    ['that differs in case and separators is the same', { technicalName: 'Order_API' }, { 'orders/order-api': {} }],
    ['with the same display name is the same', { technicalName: 'shop-1', name: 'order.api' }, { 'orders/order-api': {} }],
    [
      'with another name is new, and stays in its application',
      { technicalName: 'order-worker', name: 'Worker', kind: 'Worker' },
      { 'shop/order-worker': { name: 'Worker', kind: 'Worker' } },
    ],
    [
      'states where it runs and on what',
      { technicalName: 'order-api', name: 'order-api', runtime: 'Serverless', hostingZones: ['eu-1a'], technologies: ['node'] },
      { 'orders/order-api': { runtime: 'Serverless', hostingZones: ['eu-1a'], technologies: ['node'] } },
    ],
    [
      'does not state what the landscape states, even if it agrees',
      { technicalName: 'order-api', kind: 'WebAPI', description: '2 replicas.' },
      { 'orders/order-api': {} },
    ],
    ['does not state another kind', { technicalName: 'order-api', kind: 'Worker' }, { 'orders/order-api': {} }],
    [
      'states its kind where the landscape leaves it open',
      { technicalName: 'invoices', kind: 'WebApp' },
      { 'billing/invoices': { kind: 'WebApp' } },
    ],
    ['never states that its kind is unknown', { technicalName: 'invoices', kind: 'Other' }, { 'billing/invoices': {} }],
  ])('%s', (_, component, expected) => {
    expect(stated(join(cluster([component])))).toEqual(expected);
  });

  it('never states a guessed kind of what the landscape has, but does of what is new', () => {
    const components: ManifestComponent[] = [
      { technicalName: 'invoices', kind: 'WebApp' },
      { technicalName: 'mailer', name: 'Mailer', kind: 'Worker' },
    ];
    const joined = join(cluster(components, [], ['invoices', 'mailer']));
    expect(stated(joined)).toEqual({ 'billing/invoices': {}, 'shop/mailer': { name: 'Mailer', kind: 'Worker' } });
    expect(joined.text.match(/# kind guessed/g)).toHaveLength(1);
  });
});

it('reports what is new, what is called otherwise, and what is stated differently', () => {
  const joined = join(
    cluster([
      { technicalName: 'shop-order-api', name: 'order-api', kind: 'Worker' },
      { technicalName: 'mailer', name: 'Mailer' },
    ]),
  );
  expect(decided(joined)).toEqual([
    'kind of the component order-api stays WebAPI, as the landscape states it; these files say Worker',
    'shop-order-api is order-api of the landscape, by its name',
    'the landscape has no application called shop, so it is stated as new',
    'the landscape has no component called mailer, so it is stated as new',
  ]);
  expect(joined).toMatchObject({ matched: 1, added: 1 });
});

it('leaves out an application whose components are all in others, with a line, and says what it joined', () => {
  const joined = join(cluster([{ technicalName: 'order-api' }, { technicalName: 'invoices' }]));
  expect(joined.manifest.applications?.map(({ technicalName }) => technicalName)).toEqual(['orders', 'billing']);
  expect(decided(joined)).toEqual(['the application shop is not stated: its components are in orders, billing already']);
  expect(joined.text).toMatch(/^# Made here\.\n# Joined by name onto catalog\.yaml: /);
});

it('puts new components into an application of the same name, of which it states only what was left open', () => {
  const imported = cluster([{ technicalName: 'order-cache', name: 'order-cache' }]);
  Object.assign(imported.manifest.applications![0]!, {
    technicalName: 'ORDERS',
    ownerTeam: 'Platform',
    criticalityTier: 'MissionCritical',
  });
  const joined = join(imported);
  expect(joined.manifest.applications).toEqual([
    {
      technicalName: 'orders',
      criticalityTier: 'MissionCritical',
      components: [{ technicalName: 'order-cache', name: 'order-cache' }],
    },
  ]);
  expect(decided(joined)).toContain(
    'ownerTeam of the application orders stays Team Orders, as the landscape states it; these files say Platform',
  );
});

describe('a dependency of the second source', () => {
  const API: ManifestComponent = { technicalName: 'shop-api', name: 'order-api' };
  const STORE: ManifestComponent = { technicalName: 'shop-db', name: 'order-db' };
  const MAILER: ManifestComponent = { technicalName: 'mailer', name: 'Mailer' };

  it.each<[string, ManifestDependency, ManifestDependency[]]>([
    [
      'gets the names of the landscape',
      { source: 'shop-api', target: 'mailer', dependencyType: 'Calls', mode: 'Soft' },
      [{ source: 'order-api', target: 'mailer', dependencyType: 'Calls', mode: 'Soft' }],
    ],
    [
      'that the landscape has keeps its mode, and gains what was left open',
      { source: 'shop-api', target: 'shop-db', dependencyType: 'ReadsWrites', mode: 'Soft', protocol: 'JDBC' },
      [{ source: 'order-api', target: 'order-db', dependencyType: 'ReadsWrites', protocol: 'JDBC' }],
    ],
    [
      'between components that have one of another type is left out',
      { source: 'shop-api', target: 'shop-db', dependencyType: 'Calls' },
      [],
    ],
  ])('%s', (_, dependency, expected) => {
    expect(join(cluster([API, STORE, MAILER], [dependency])).manifest.dependencies).toEqual(expected);
  });

  it('of another type or mode is reported', () => {
    const joined = join(
      cluster(
        [API, STORE],
        [
          { source: 'shop-api', target: 'shop-db', dependencyType: 'Calls' },
          { source: 'shop-api', target: 'shop-db', dependencyType: 'ReadsWrites', mode: 'Soft' },
        ],
      ),
    );
    expect(decided(joined)).toEqual(
      expect.arrayContaining([
        'order-api → order-db stays ReadsWrites, as the landscape states it; these files say Calls',
        'mode of the dependency order-api → order-db (ReadsWrites) stays Hard, as the landscape states it; these files say Soft',
      ]),
    );
  });

  it('that was suggested is named in the report as in the manifest', () => {
    const dependency: ManifestDependency = { source: 'shop-api', target: 'mailer', dependencyType: 'Calls' };
    const imported = cluster([API, MAILER], [dependency]);
    const report = [{ type: 'suggested' as const, message: 'order-api depends on mailer', dependency }];
    const joined = join({ ...imported, report, notes: new Map([[dependency, 'suggested: URL names mailer']]) });
    expect(joined.report.find(({ type }) => type === 'suggested')?.dependency).toMatchObject({ source: 'order-api', target: 'mailer' });
    expect(joined.text).toContain('  # suggested: URL names mailer\n  - source: order-api\n');
  });
});

it('states of technologies and zones that the landscape has only what was left open', () => {
  const imported = cluster([MAILER()]);
  Object.assign(imported.manifest, {
    technologies: [
      { technicalName: 'postgresql', name: 'Postgres', technologyVersion: '17' },
      { technicalName: 'redis', name: 'Redis' },
    ],
    hostingAreas: [{ technicalName: 'eu', name: 'Europe', zones: [{ technicalName: 'eu-1a', name: 'a' }] }],
  });
  const existing: Manifest = {
    ...CATALOG,
    hostingAreas: [{ technicalName: 'eu', name: 'EU', zones: [{ technicalName: 'eu-1a', name: 'A' }] }],
  };
  const { manifest } = join(imported, existing);
  expect(manifest.technologies).toEqual([
    { technicalName: 'postgresql', technologyVersion: '17' },
    { technicalName: 'redis', name: 'Redis' },
  ]);
  expect(manifest.hostingAreas).toEqual([{ technicalName: 'eu', zones: [{ technicalName: 'eu-1a' }] }]);
});

function MAILER(): ManifestComponent {
  return { technicalName: 'mailer', name: 'Mailer' };
}

describe('refused, with all that fit', () => {
  const TWO: Manifest = {
    ...CATALOG,
    applications: [
      { technicalName: 'eu', components: [{ technicalName: 'eu-web', name: 'Web' }] },
      { technicalName: 'us', components: [{ technicalName: 'us-web', name: 'web' }] },
    ],
  };

  it('one component that fits two of the landscape', () => {
    expect(refusalOf(() => join(cluster([{ technicalName: 'web' }]), TWO))).toEqual({
      code: 'ambiguous_join',
      message: '--join-on name finds no single component: web fits eu-web (application eu) and us-web (application us)',
    });
  });

  it('two components that fit one of the landscape', () => {
    expect(refusalOf(() => join(cluster([{ technicalName: 'a-api', name: 'order api' }, { technicalName: 'order.api' }])))).toEqual({
      code: 'ambiguous_join',
      message: '--join-on name finds no single component: a-api and order.api both fit order-api (application orders)',
    });
  });

  it('but one with the technicalName of one of them is that one', () => {
    expect(stated(join(cluster([{ technicalName: 'us-web', name: 'web' }]), TWO))).toEqual({ 'us/us-web': {} });
  });

  it('a manifest of the same name, which would replace the other', () => {
    const imported = cluster([{ technicalName: 'web' }]);
    expect(refusalOf(() => join({ ...imported, manifest: { ...imported.manifest, name: 'catalog' } }))).toEqual({
      code: 'same_manifest',
      message: 'both manifests are called catalog, so the second would replace the first',
    });
  });
});

it('the same files onto the same landscape give the same bytes, which are a valid manifest', () => {
  const imported = cluster(
    [{ technicalName: 'shop-api', name: 'order-api', runtime: 'Serverless' }, MAILER()],
    [{ source: 'shop-api', target: 'mailer', dependencyType: 'Calls' }],
  );
  const first = join(imported);
  expect(join(imported).text).toBe(first.text);
  expect(readManifestText(first.text, 'yaml').issues).toEqual([]);
});
