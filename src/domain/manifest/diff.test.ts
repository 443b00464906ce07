import { describe, expect, it } from 'vitest';
import type { Declaration, DeclaredValue, KnownEntity, KnownLandscape, ManifestDiff, Ownership } from './declaration';
import { diffManifest } from './diff';
import { withHints } from './issueHints';
import { dependencyName, FIELD_RULES, type ManifestKind, type Value } from './manifestFields';
import { finish } from '@/plain/steps';

/** What exists, by `kind name`, with the fields that differ from those of a bare one. */
type Existing = Record<string, Record<string, Value>>;
type Declared = [ManifestKind, string, Record<string, DeclaredValue>][];
/** `mine`: created by this manifest. `shared`: created by this one, declared by another too. `adopted`: declared by this one, made by hand. */
type Owned = Record<string, 'mine' | 'shared' | 'adopted'>;

const edge = (source: string, target: string): string => dependencyName(source, target, 'Calls');

function split(key: string): [ManifestKind, string] {
  const at = key.indexOf(' ');
  return [key.slice(0, at) as ManifestKind, key.slice(at + 1)];
}

function known(existing: Existing, owned: Owned): KnownLandscape {
  const entities = new Map<ManifestKind, Map<string, KnownEntity>>();
  for (const [key, fields] of Object.entries(existing)) {
    const [kind, technicalName] = split(key);
    const bare = Object.fromEntries(FIELD_RULES[kind].map(({ field, initial }) => [field, initial ?? null]));
    entities.set(
      kind,
      (entities.get(kind) ?? new Map<string, KnownEntity>()).set(technicalName, {
        id: key,
        technicalName,
        values: { ...bare, name: technicalName, ...fields },
      }),
    );
  }
  const ownership = new Map<ManifestKind, Map<string, Ownership>>();
  for (const [key, how] of Object.entries(owned)) {
    const [kind, technicalName] = split(key);
    const ofKind = ownership.get(kind) ?? new Map<string, Ownership>();
    ownership.set(kind, ofKind.set(technicalName, { hasCreated: how !== 'adopted', isSharedWithOthers: how === 'shared' }));
  }
  return { entities, owned: ownership };
}

function diff(existing: Existing, declared: Declared, owned: Owned | null = null): ManifestDiff {
  const declarations = declared.map(([kind, technicalName, values], index): Declaration => ({
    kind,
    technicalName,
    values,
    path: [kind, index],
  }));
  return finish(diffManifest(known(existing, owned ?? {}), declarations, { prune: owned !== null }));
}

/** Each change as `op kind name`, with its fields as `field: from → to`. */
function told({ changes }: ManifestDiff): string[] {
  return changes.map(({ op, kind, technicalName, fields }) => {
    const changed = fields.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`);
    return [`${op} ${kind} ${technicalName}`, ...changed].join(' | ');
  });
}

const shop: Existing = {
  'application shop': { ownerTeam: 'Web', capabilities: ['sell'] },
  'capability sell': {},
  'component front': { application: 'shop', hostingZones: ['east', 'west'] },
  'component back': { application: 'shop' },
  'hosting-area cloud': {},
  'hosting-zone east': { hostingArea: 'cloud' },
  'hosting-zone west': { hostingArea: 'cloud' },
  [`dependency ${edge('front', 'back')}`]: { source: 'front', target: 'back', dependencyType: 'Calls', protocol: 'HTTP' },
  'segment people': { audienceType: 'Customers', annualRevenue: 10, capabilities: [{ capability: 'sell', revenueShare: 0.5 }] },
};

const restart = { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' } as const;
const traffic = { kind: 'Dashboard', label: 'Traffic', url: 'https://grafana.example.com/d/1' } as const;
const helped: Existing = { 'application shop': { references: [restart, traffic] } };

describe('merging', () => {
  const table: [string, Existing, Declared, string[]][] = [
    [
      'a new entity gets its defaults, and only set fields are listed',
      {},
      [['application', 'a', { name: 'A', ownerTeam: 'T' }]],
      [
        'create application a | name: null → "A" | lifecycleState: null → "Production" | criticalityTier: null → "BusinessOperational" | ownerTeam: null → "T"',
      ],
    ],
    ['a field that is left out keeps its value', shop, [['application', 'shop', {}]], []],
    ['a field that is stated unchanged keeps its value', shop, [['application', 'shop', { ownerTeam: 'Web', capabilities: ['sell'] }]], []],
    [
      'an existing entity does not fall back to defaults',
      { 'component c': { application: 'a', kind: 'Cache' }, 'application a': {} },
      [['component', 'c', { application: 'a' }]],
      [],
    ],
    ['null clears', shop, [['application', 'shop', { ownerTeam: null }]], ['update application shop | ownerTeam: "Web" → null']],
    [
      'an empty list clears',
      shop,
      [['application', 'shop', { capabilities: [] }]],
      ['update application shop | capabilities: ["sell"] → []'],
    ],
    ['the order of links does not count as a change', shop, [['component', 'front', { hostingZones: ['west', 'east'] }]], []],
    ['the same references are no change', helped, [['application', 'shop', { references: [restart, traffic] }]], []],
    [
      'the order of references counts',
      helped,
      [['application', 'shop', { references: [traffic, restart] }]],
      [`update application shop | references: ${JSON.stringify([restart, traffic])} → ${JSON.stringify([traffic, restart])}`],
    ],
    [
      'references are stated as a whole',
      helped,
      [['application', 'shop', { references: [{ ...restart, label: 'Stop' }] }]],
      [`update application shop | references: ${JSON.stringify([restart, traffic])} → ${JSON.stringify([{ ...restart, label: 'Stop' }])}`],
    ],
    [
      'a component moves to another application',
      { ...shop, 'application other': {} },
      [['component', 'front', { application: 'other' }]],
      ['update component front | application: "shop" → "other"'],
    ],
    [
      'a dependency is identified by its ends and its type',
      shop,
      [['dependency', edge('front', 'back'), { source: 'front', target: 'back', dependencyType: 'Calls', protocol: 'gRPC' }]],
      [`update dependency ${edge('front', 'back')} | protocol: "HTTP" → "gRPC"`],
    ],
    ['a share that is not stated stays on its link', shop, [['segment', 'people', { capabilities: [{ capability: 'sell' }] }]], []],
    [
      'a share can be stated and cleared',
      shop,
      [['segment', 'people', { capabilities: [{ capability: 'sell', revenueShare: null }] }]],
      ['update segment people | capabilities: [{"capability":"sell","revenueShare":0.5}] → [{"capability":"sell","revenueShare":null}]'],
    ],
    [
      'creations and updates are ordered by kind, as they depend on one another, then by name',
      shop,
      [
        ['dependency', edge('new', 'back'), { source: 'new', target: 'back', dependencyType: 'Calls' }],
        ['component', 'new', { application: 'shop', name: 'New' }],
        ['component', 'back', { application: 'shop', name: 'Back' }],
        ['hosting-zone', 'north', { hostingArea: 'cloud', name: 'North' }],
      ],
      [
        'create hosting-zone north | hostingArea: null → "cloud" | name: null → "North"',
        'update component back | name: "back" → "Back"',
        'create component new | application: null → "shop" | name: null → "New" | kind: null → "Other" | runtime: null → "Containers" | isExternal: null → false',
        `create dependency ${edge('new', 'back')} | source: null → "new" | target: null → "back" | dependencyType: null → "Calls" | mode: null → "Hard" | required: null → true | propagates: null → true | redundancyMinimum: null → 1`,
      ],
    ],
  ];
  it.each(table)('%s', (_name, existing, declared, expected) => {
    const found = diff(existing, declared);
    expect(found.issues).toEqual([]);
    expect(told(found)).toEqual(expected);
    expect(found.unchanged).toBe(declared.length - expected.length);
  });

  it('does not depend on the order of declarations', () => {
    const declared: Declared = [
      ['capability', 'b', { name: 'B' }],
      ['capability', 'a', { name: 'A', parent: 'b' }],
      ['application', 'shop', { name: 'Shop' }],
    ];
    expect(told(diff(shop, [...declared].reverse()))).toEqual(told(diff(shop, declared)));
  });
});

describe('mistakes that only the landscape reveals', () => {
  const table: [string, Existing, Declared, ManifestDiff['issues']][] = [
    [
      'a new entity lacks a required field',
      { 'segment shoppers': { audienceType: 'Public' } },
      [['segment', 'shopers', { name: 'S' }]],
      [
        {
          path: ['segment', 0, 'audienceType'],
          message: 'is required, because there is no segment "shopers" yet',
          hint: 'add audienceType, or, if it should exist: did you mean "shoppers"?',
          unknown: { kind: 'segment', technicalName: 'shopers' },
        },
      ],
    ],
    [
      'a link leads nowhere',
      shop,
      [['application', 'shop', { capabilities: ['sell', 'sel'] }]],
      [
        {
          path: ['application', 0, 'capabilities', 1],
          message: 'there is no capability "sel", neither in this manifest nor in the landscape',
          hint: 'did you mean "sell"?',
          unknown: { kind: 'capability', technicalName: 'sel' },
        },
      ],
    ],
    [
      'a capability would be above itself through existing parents',
      { 'capability a': {}, 'capability b': { parent: 'a' } },
      [['capability', 'a', { parent: 'b' }]],
      [{ path: ['capability', 0, 'parent'], message: 'closes a cycle of parents: a → b → a', hint: 'capabilities form a tree' }],
    ],
  ];
  it.each(table)('%s', (_name, existing, declared, expected) => {
    const names = (kind: ManifestKind): string[] =>
      Object.keys(existing)
        .map(split)
        .flatMap(([found, name]) => (found === kind ? [name] : []));
    expect(withHints(diff(existing, declared).issues, names)).toEqual(expected);
  });
});

describe('redundancy groups', () => {
  const member = (target: string, minimum: number): Existing => ({
    [`dependency ${edge('s', target)}`]: { source: 's', target, dependencyType: 'Calls', redundancyGroup: 'g', redundancyMinimum: minimum },
  });
  const landscape: Existing = {
    'application a': {},
    ...Object.fromEntries(['s', 'x', 'y', 'z'].map((name) => [`component ${name}`, { application: 'a' }])),
    ...member('x', 2),
    ...member('y', 2),
  };
  const declare = (target: string, values: Record<string, DeclaredValue>): Declared[number] => [
    'dependency',
    edge('s', target),
    { source: 's', target, dependencyType: 'Calls', ...values },
  ];

  it('a new member must state the minimum of the others', () => {
    expect(diff(landscape, [declare('z', { redundancyGroup: 'g' })]).issues).toEqual([
      {
        path: ['dependency', 0, 'redundancyMinimum'],
        message: 'the dependencies of group "g" of one source state different minimums: 1 and 2',
        hint: 'state the same redundancyMinimum on all of them',
      },
    ]);
    expect(diff(landscape, [declare('z', { redundancyGroup: 'g', redundancyMinimum: 2 })]).issues).toEqual([]);
  });

  it('the minimum of a whole group can change at once', () => {
    const found = diff(landscape, [declare('x', { redundancyMinimum: 1 }), declare('y', { redundancyMinimum: 1 })]);
    expect(found.issues).toEqual([]);
    expect(told(found)).toEqual([
      `update dependency ${edge('s', 'x')} | redundancyMinimum: 2 → 1`,
      `update dependency ${edge('s', 'y')} | redundancyMinimum: 2 → 1`,
    ]);
  });

  it('no group may need more targets than it has', () => {
    expect(diff(landscape, [declare('x', { redundancyMinimum: 3 }), declare('y', { redundancyMinimum: 3 })]).issues).toEqual([
      { path: ['dependency', 0, 'redundancyMinimum'], message: 'must be at most 2, the number of targets in group "g"', hint: undefined },
    ]);
  });

  it('a group that loses a member lowers its minimum to the rest, and the former member gets the minimum 1', () => {
    const found = diff(landscape, [declare('x', { redundancyGroup: null })]);
    expect(found.issues).toEqual([]);
    expect(told(found)).toEqual([
      `update dependency ${edge('s', 'x')} | redundancyGroup: "g" → null | redundancyMinimum: 2 → 1`,
      `update dependency ${edge('s', 'y')} | redundancyMinimum: 2 → 1`,
    ]);
  });

  it('a minimum without a group is a mistake', () => {
    expect(diff(landscape, [declare('z', { redundancyMinimum: 2 })]).issues).toEqual([
      {
        path: ['dependency', 0, 'redundancyMinimum'],
        message: 'is more than 1, but the dependency is in no redundancyGroup',
        hint: 'name the group too',
      },
    ]);
  });

  it('a pruned member lowers the minimum too', () => {
    const name = edge('s', 'x');
    expect(told(diff(landscape, [], { [`dependency ${name}`]: 'mine' }))).toEqual([
      `update dependency ${edge('s', 'y')} | redundancyMinimum: 2 → 1`,
      `delete dependency ${name} | source: "s" → null | target: "x" → null | dependencyType: "Calls" → null | mode: "Hard" → null | required: true → null | propagates: true → null | redundancyGroup: "g" → null | redundancyMinimum: 2 → null`,
    ]);
  });
});

describe('pruning', () => {
  /** What is deleted or updated, what is released, what blocks. */
  const outcome = (existing: Existing, declared: Declared, owned: Owned) => {
    const { changes, released, blocked, issues } = diff(existing, declared, owned);
    expect(issues).toEqual([]);
    return {
      changes: changes.map(
        ({ op, kind, technicalName, fields }) =>
          `${op} ${kind} ${technicalName}${op === 'update' ? ` ${fields.map(({ field }) => field).join()}` : ''}`,
      ),
      released: released.map(({ kind, technicalName }) => `${kind} ${technicalName}`),
      blocked: blocked.map(
        ({ kind, technicalName, neededBy }) =>
          `${kind} ${technicalName} ← ${neededBy.map((need) => `${need.kind} ${need.technicalName}`).join(', ')}`,
      ),
    };
  };

  it('deletes what this manifest created and no longer declares, dependencies first', () => {
    const owned: Owned = { 'component front': 'mine', [`dependency ${edge('front', 'back')}`]: 'mine' };
    expect(outcome(shop, [], owned)).toEqual({
      changes: [`delete dependency ${edge('front', 'back')}`, 'delete component front'],
      released: ['component front', `dependency ${edge('front', 'back')}`],
      blocked: [],
    });
  });

  it('keeps what another manifest also declares, and what was created by hand', () => {
    expect(outcome(shop, [], { 'component front': 'shared', 'component back': 'adopted' })).toEqual({
      changes: [],
      released: ['component back', 'component front'],
      blocked: [],
    });
  });

  it('says why it keeps what this manifest no longer declares', () => {
    const kept = (owned: Owned) => diff(shop, [], owned).warnings.map(({ message, hint }) => `${message}; ${hint}`);
    expect(kept({ 'component front': 'shared', 'component back': 'adopted', 'capability sell': 'mine' })).toEqual([
      'this manifest no longer declares component "front", and pruning keeps it: another manifest declares it; to delete what is shared, prune the other manifest too',
      'this manifest no longer declares component "back", and pruning keeps it: no manifest created it; delete by hand what is no longer needed',
    ]);
    const many = Array.from({ length: 7 }, (_, at) => `capability c${at}`);
    const existing = Object.fromEntries(many.map((key) => [key, {}]));
    const owned = Object.fromEntries(many.map((key) => [key, 'shared' as const]));
    expect(diff(existing, [], owned).warnings[0]?.message).toContain('capability "c4" and 2 more, and pruning keeps them');
    expect(diff(existing, [], null).warnings).toEqual([]);
  });

  it('keeps what is still declared, and what this manifest never owned', () => {
    expect(outcome(shop, [['component', 'front', { application: 'shop' }]], { 'component front': 'mine' })).toEqual({
      changes: [],
      released: [],
      blocked: [],
    });
  });

  it('removes links to what it deletes, also from entities that others declare', () => {
    expect(outcome(shop, [], { 'hosting-zone east': 'mine', 'capability sell': 'mine' })).toEqual({
      changes: [
        'update segment people capabilities',
        'update application shop capabilities',
        'update component front hostingZones',
        'delete capability sell',
        'delete hosting-zone east',
      ],
      released: ['hosting-zone east', 'capability sell'],
      blocked: [],
    });
  });

  it('is blocked by what needs it: parts, ends of dependencies, capabilities below, and links that the manifest itself states', () => {
    const existing: Existing = { ...shop, 'capability below': { parent: 'sell' } };
    const owned: Owned = { 'hosting-area cloud': 'mine', 'hosting-zone east': 'mine', 'component back': 'mine', 'capability sell': 'mine' };
    expect(outcome(existing, [['component', 'front', { application: 'shop', hostingZones: ['east'] }]], owned).blocked).toEqual([
      'hosting-area cloud ← hosting-zone west',
      'hosting-zone east ← component front',
      'capability sell ← capability below',
      `component back ← dependency ${edge('front', 'back')}`,
    ]);
  });
});
