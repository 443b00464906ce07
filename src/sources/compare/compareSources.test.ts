/** Where sources disagree: what only some know, what they state differently, and what is no difference. */
import { describe, expect, it } from 'vitest';
import type { Manifest, ManifestApplication, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { compareSources } from './compareSources';
import type { ComparedSource } from './sameComponents';

interface Stated {
  components?: ManifestComponent[];
  dependencies?: ManifestDependency[];
  application?: Partial<ManifestApplication>;
  guessed?: string;
}

function source(label: string, { components = [API, STORE], dependencies = [], application = {}, guessed }: Stated): ComparedSource {
  const applications = [{ technicalName: 'shop', ...application, components }];
  const manifest: Manifest = { version: 1, name: label, applications, dependencies };
  const notes = new Map(components.filter(({ technicalName }) => technicalName === guessed).map((one) => [one, 'kind guessed']));
  return { label, manifest, notes };
}

const API: ManifestComponent = { technicalName: 'api' };
const STORE: ManifestComponent = { technicalName: 'store' };
const READS: ManifestDependency = { source: 'api', target: 'store', dependencyType: 'Reads' };

/** `kind api: a=WebAPI b=Worker`; `-` for nothing. */
function differences(...sources: ComparedSource[]): string[] {
  return compareSources(sources).differences.map(
    ({ what, subject, says }) => `${what} ${subject}: ${says.map((one) => `${one.source}=${one.value ?? '-'}`).join(' ')}`,
  );
}

describe('two sources', () => {
  it.each<[string, Stated, Stated, string[]]>([
    ['that state the same agree', { dependencies: [READS] }, { dependencies: [READS] }, []],
    [
      'that call one component by names that differ in case and separators agree',
      { components: [{ technicalName: 'order-api' }] },
      { components: [{ technicalName: 'shop-1', name: 'Order API' }] },
      [],
    ],
    ['of which one lacks a component', {}, { components: [API] }, ['component store: a=store b=-']],
    [
      'that state two kinds',
      { components: [{ ...API, kind: 'WebAPI' }] },
      { components: [{ ...API, kind: 'Worker' }] },
      ['kind api: a=WebAPI b=Worker'],
    ],
    ['of which one knows no kind', { components: [{ ...API, kind: 'WebAPI' }] }, { components: [{ ...API, kind: 'Other' }] }, []],
    [
      'of which one guessed the kind',
      { components: [{ ...API, kind: 'WebAPI' }] },
      { components: [{ ...API, kind: 'Worker' }], guessed: 'api' },
      [],
    ],
    [
      'of which one leaves fields out',
      { components: [{ ...API, isExternal: true, runtime: 'Serverless' }], application: { ownerTeam: 'Blue' } },
      { components: [API] },
      [],
    ],
    [
      'that state who runs it, where, whose and in what differently, the worst first',
      { components: [{ ...API, isExternal: true, runtime: 'Serverless' }], application: { name: 'Shop', ownerTeam: 'Blue' } },
      { components: [{ ...API, isExternal: false, runtime: 'Containers' }], application: { name: 'Till', ownerTeam: 'Red' } },
      [
        'isExternal api: a=external b=own',
        'application api: a=Shop b=Till',
        'ownerTeam api: a=Blue b=Red',
        'runtime api: a=Serverless b=Containers',
      ],
    ],
    [
      'of which one lacks a dependency',
      { dependencies: [{ ...READS, mode: 'Hard' }] },
      { dependencies: [{ source: 'api', target: 'api', dependencyType: 'Calls' }] },
      ['dependency api → api: a=- b=Calls', 'dependency api → store: a=Reads, Hard b=-'],
    ],
    ['of which one states no dependency at all', { dependencies: [READS] }, {}, []],
    [
      'of which one cannot state it, since it lacks an end',
      { dependencies: [READS] },
      { components: [API], dependencies: [{ source: 'api', target: 'api', dependencyType: 'Calls' }] },
      ['dependency api → api: a=- b=Calls', 'component store: a=store b=-'],
    ],
    [
      'whose dependency runs in two directions, told once',
      { dependencies: [READS] },
      { dependencies: [{ source: 'store', target: 'api', dependencyType: 'Calls' }] },
      ['direction api → store: a=api → store b=store → api'],
    ],
    [
      'of which one states both directions',
      { dependencies: [READS, { source: 'store', target: 'api', dependencyType: 'Calls' }] },
      { dependencies: [READS] },
      ['dependency store → api: a=Calls b=-'],
    ],
    [
      'that state another mode, need and type',
      { dependencies: [{ ...READS, mode: 'Hard', required: true }] },
      { dependencies: [{ ...READS, dependencyType: 'ReadsWrites', mode: 'Soft', required: false }] },
      [
        'mode api → store: a=Hard b=Soft',
        'required api → store: a=required b=not required',
        'dependencyType api → store: a=Reads b=ReadsWrites',
      ],
    ],
    ['of which one leaves the mode open', { dependencies: [{ ...READS, mode: 'Hard' }] }, { dependencies: [READS] }, []],
  ])('%s', (_, one, other, expected) => {
    expect(differences(source('a', one), source('b', other))).toEqual(expected);
  });
});

it('a name that fits several is told with all of them, and nothing else is said about these', () => {
  const { ambiguous, differences: rest } = compareSources([
    source('a', { components: [{ technicalName: 'eu-web', name: 'Web' }, { technicalName: 'us-web', name: 'web' }, STORE] }),
    source('b', {
      components: [
        { technicalName: 'web', kind: 'WebApp' },
        { ...STORE, kind: 'Cache' },
      ],
    }),
  ]);
  expect([ambiguous, rest]).toEqual([[{ source: 'b', name: 'web', fits: ['eu-web', 'us-web'] }], []]);
});

it('two components that fit one are both told', () => {
  const { ambiguous } = compareSources([
    source('a', { components: [{ technicalName: 'web' }] }),
    source('b', { components: [{ technicalName: 'x', name: 'Web' }, { technicalName: 'W.eb' }] }),
  ]);
  expect(ambiguous).toEqual([
    { source: 'b', name: 'x', fits: ['web'] },
    { source: 'b', name: 'W.eb', fits: ['web'] },
  ]);
});

it('three sources stand beside each other, with their sizes and those that state no dependency', () => {
  const comparison = compareSources([
    source('a', { components: [{ ...API, kind: 'WebAPI' }, STORE], dependencies: [READS] }),
    source('b', { components: [{ ...API, kind: 'Worker' }] }),
    source('c', {
      components: [{ technicalName: 'API', kind: 'WebAPI' }, { technicalName: 'Store' }],
      dependencies: [{ ...READS, source: 'API', target: 'Store', mode: 'Soft' }],
    }),
  ]);
  expect(comparison).toEqual({
    sources: [
      { source: 'a', components: 2, dependencies: 1 },
      { source: 'b', components: 1, dependencies: 0 },
      { source: 'c', components: 2, dependencies: 1 },
    ],
    shared: 1,
    joined: [
      {
        name: 'api',
        by: 'similarName',
        says: [
          { source: 'a', value: 'api' },
          { source: 'b', value: 'api' },
          { source: 'c', value: 'API' },
        ],
      },
      {
        name: 'store',
        by: 'similarName',
        says: [
          { source: 'a', value: 'store' },
          { source: 'c', value: 'Store' },
        ],
      },
    ],
    ambiguous: [],
    silent: ['b'],
    differences: [
      {
        what: 'component',
        subject: 'store',
        says: [
          { source: 'a', value: 'store' },
          { source: 'b', value: null },
          { source: 'c', value: 'Store' },
        ],
      },
      {
        what: 'kind',
        subject: 'api',
        says: [
          { source: 'a', value: 'WebAPI' },
          { source: 'b', value: 'Worker' },
          { source: 'c', value: 'WebAPI' },
        ],
      },
    ],
  });
});
