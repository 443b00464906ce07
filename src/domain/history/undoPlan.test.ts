/** What an undo restores, and what it lists as not restored, case by case. */
import { describe, expect, it } from 'vitest';
import { FIELD_RULES, type ManifestKind } from '@/domain/manifest/manifestFields';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { keyOf, planUndo, type UndoLandscape } from './undoPlan';
import { finish } from '@/plain/steps';
import { linksOf, type DoneChange, type LandscapeRecord } from './undoneFields';

/** A record with every field that a manifest can state, empty by default. */
function record(kind: ManifestKind, id: string, fields: Record<string, unknown> = {}): LandscapeRecord {
  const empty = FIELD_RULES[kind].map(({ entityField, type }) => [entityField, type === 'links' || type === 'shares' ? [] : null]);
  const group = kind === 'dependency' ? { redundancyMinimum: 1 } : { technicalName: id };
  return { ...Object.fromEntries(empty), ...group, version: 1, ...fields, id };
}

const done = (
  kind: ManifestKind,
  id: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): DoneChange => ({
  kind,
  id,
  technicalName: id,
  before: before === null ? null : record(kind, id, before),
  after: after === null ? null : record(kind, id, after),
});

/** The present landscape as stated here, with what links to what derived from it. */
function landscape(
  present: [ManifestKind, string, Record<string, unknown>?][],
  changes: readonly DoneChange[],
  more: Partial<UndoLandscape> = {},
): UndoLandscape {
  const records = present.map(([kind, id, fields]) => ({ kind, record: record(kind, id, fields) }));
  const touched = new Set(changes.map(({ kind, id }) => keyOf(kind, id)));
  const holders = new Map<string, { kind: ManifestKind; id: string; technicalName: string; field: string }[]>();
  for (const { kind, record: holder } of records)
    for (const { target, id, field } of linksOf(kind, holder)) {
      const key = keyOf(target, id);
      holders.set(key, [...(holders.get(key) ?? []), { kind, id: holder.id, technicalName: holder.id, field }]);
    }
  const of = (kind: ManifestKind): LandscapeRecord[] => records.filter((entry) => entry.kind === kind).map((entry) => entry.record);
  const kinds = [...ENTITY_KINDS, 'dependency'] as ManifestKind[];
  return {
    current: new Map(
      kinds.map((kind) => [
        kind,
        new Map(
          of(kind)
            .filter(({ id }) => touched.has(keyOf(kind, id)))
            .map((entry) => [entry.id, entry]),
        ),
      ]),
    ),
    living: new Map(ENTITY_KINDS.map((kind): [EntityKind, Set<string>] => [kind, new Set(of(kind).map(({ id }) => id))])),
    holders,
    declaredBy: new Map(),
    nameHolders: new Map(),
    isNameTaken: () => false,
    dependencies: of('dependency'),
    parents: new Map(of('capability').map(({ id, parentId }) => [id, parentId as string | null])),
    ...more,
  };
}

function undo(changes: DoneChange[], present: [ManifestKind, string, Record<string, unknown>?][], more: Partial<UndoLandscape> = {}) {
  const { steps, notRestored } = finish(planUndo(changes, landscape(present, changes, more)));
  return {
    steps: steps.map(({ op, change }) => `${op} ${change.kind} ${change.id}`),
    after: Object.fromEntries(steps.map(({ change, after }) => [change.id, after])),
    notRestored: notRestored.map(({ change, field, reason }) => `${change.kind} ${change.id} ${field ?? '*'} ${reason}`),
  };
}

const app = { name: 'App' };
const inApp = (applicationId: string) => ({ name: 'C', applicationId });
const edge = (source: string, target: string, more: object = {}) => ({
  sourceComponentId: source,
  targetComponentId: target,
  dependencyType: 'Calls',
  ...more,
});

describe('what was created', () => {
  it('is deleted, with everything that was created within it', () => {
    const changes = [
      done('application', 'a', null, app),
      done('component', 'c', null, inApp('a')),
      done('component', 'd', null, inApp('a')),
      done('dependency', 'e', null, edge('c', 'd')),
    ];
    const result = undo(changes, [
      ['application', 'a', app],
      ['component', 'c', inApp('a')],
      ['component', 'd', inApp('a')],
      ['dependency', 'e', edge('c', 'd')],
    ]);
    expect(result).toMatchObject({
      steps: ['delete application a', 'delete component c', 'delete component d', 'delete dependency e'],
      notRestored: [],
    });
  });

  it('is planned in steps, so that a large undo holds up nobody', () => {
    const names = Array.from({ length: 5_000 }, (_, number) => `a${number}`);
    const changes = names.map((name) => done('application', name, null, app));
    const present = names.map((name): [ManifestKind, string, Record<string, unknown>] => ['application', name, app]);
    const planning = planUndo(changes, landscape(present, changes));
    let pauses = 0;
    while (planning.next().done !== true) pauses += 1;
    // Six passes over everything, at most 500 changes a step.
    expect(pauses).toBeGreaterThanOrEqual(6 * 9);
  });

  it('stays where it was changed since, and so does what it needs', () => {
    const changes = [done('application', 'a', null, app), done('component', 'c', null, inApp('a'))];
    const result = undo(changes, [
      ['application', 'a', app],
      ['component', 'c', { ...inApp('a'), name: 'Renamed' }],
    ]);
    expect(result).toMatchObject({ steps: [], notRestored: ['application a * needed', 'component c * changed_since'] });
  });

  it('stays where something outside needs it, along the whole chain', () => {
    const changes = [
      done('application', 'a', null, app),
      done('component', 'c', null, inApp('a')),
      done('component', 'd', null, inApp('a')),
      done('dependency', 'e', null, edge('c', 'd')),
    ];
    const present: [ManifestKind, string, object?][] = [
      ['application', 'a', app],
      ['component', 'c', inApp('a')],
      ['component', 'd', inApp('a')],
      ['dependency', 'e', edge('c', 'd')],
      ['dependency', 'later', edge('x', 'd')],
    ];
    expect(undo(changes, present as [ManifestKind, string, Record<string, unknown>][])).toMatchObject({
      steps: ['delete component c', 'delete dependency e'],
      notRestored: ['application a * needed', 'component d * needed'],
    });
  });

  it('stays where another manifest declares it', () => {
    const changes = [done('technology', 't', null, { name: 'T' })];
    expect(undo(changes, [['technology', 't', { name: 'T' }]], { declaredBy: new Map([['technology t', 'other']]) })).toMatchObject({
      steps: [],
      notRestored: ['technology t * declared_elsewhere'],
    });
  });

  it('is deleted if only the same change linked to it', () => {
    const changes = [done('dataset', 's', null, { name: 'S' }), done('component', 'c', inApp('a'), { ...inApp('a'), datasetIds: ['s'] })];
    const result = undo(changes, [
      ['dataset', 's', { name: 'S' }],
      ['application', 'a'],
      ['component', 'c', { ...inApp('a'), datasetIds: ['s'] }],
    ]);
    expect(result).toMatchObject({ steps: ['delete dataset s', 'update component c'], notRestored: [], after: { c: { datasetIds: [] } } });
  });

  it('and is already gone needs no change', () => {
    expect(undo([done('technology', 't', null, { name: 'T' })], [])).toEqual({ steps: [], after: {}, notRestored: [] });
  });
});

describe('what was updated', () => {
  const change = done(
    'application',
    'a',
    { name: 'Old', ownerTeam: 'one', description: null },
    { name: 'New', ownerTeam: 'two', description: null },
  );

  it('is restored field by field, and keeps later changes to other fields', () => {
    const result = undo([change], [['application', 'a', { name: 'New', ownerTeam: 'two', description: 'Later' }]]);
    expect(result).toMatchObject({
      steps: ['update application a'],
      notRestored: [],
      after: { a: { name: 'Old', ownerTeam: 'one', description: 'Later' } },
    });
  });

  it('keeps a field that has changed since, and names it', () => {
    const result = undo([change], [['application', 'a', { name: 'Newest', ownerTeam: 'two' }]]);
    expect(result).toMatchObject({ notRestored: ['application a name changed_since'], after: { a: { name: 'Newest', ownerTeam: 'one' } } });
  });

  it('is left alone if it already has its former values', () => {
    expect(undo([change], [['application', 'a', { name: 'Old', ownerTeam: 'one' }]])).toEqual({ steps: [], after: {}, notRestored: [] });
  });

  it('is named if it no longer exists', () => {
    expect(undo([change], [])).toMatchObject({ steps: [], notRestored: ['application a * deleted_since'] });
  });

  it.each([
    ['removes what was added', ['x'], ['x', 'y'], ['x', 'y'], ['x'], []],
    ['brings back what was removed', ['x', 'y'], ['x'], ['x'], ['x', 'y'], []],
    ['keeps what came later', ['x'], ['x', 'y'], ['x', 'y', 'z'], ['x', 'z'], []],
    ['skips what already is as before', ['x', 'y'], ['x'], ['x', 'y'], null, []],
    ['names what no longer exists', ['x', 'gone'], ['x'], ['x'], null, ['process p capabilityIds link_gone']],
  ])('%s in a list of links', (_name, before, after, current, wanted, notRestored) => {
    const changes = [done('process', 'p', { capabilityIds: before }, { capabilityIds: after })];
    const result = undo(changes, [
      ['process', 'p', { capabilityIds: current }],
      ['capability', 'x'],
      ['capability', 'y'],
      ['capability', 'z'],
    ]);
    expect(result.notRestored).toEqual(notRestored);
    expect((result.after.p?.capabilityIds ?? null) as unknown).toEqual(wanted);
  });

  it('restores each share separately', () => {
    const shares = (all: Record<string, number | null>): object[] =>
      Object.entries(all).map(([capabilityId, revenueShare]) => ({ capabilityId, revenueShare }));
    const changes = [
      done('segment', 's', { capabilities: shares({ x: 0.5, y: 0.2 }) }, { capabilities: shares({ x: 0.6, y: 0.3, z: 1 }) }),
    ];
    const result = undo(changes, [
      ['segment', 's', { capabilities: shares({ x: 0.6, y: 0.4, z: 1, w: null }) }],
      ['capability', 'x'],
      ['capability', 'y'],
    ]);
    expect(result).toMatchObject({
      notRestored: ['segment s capabilities changed_since'],
      after: { s: { capabilities: shares({ w: null, x: 0.5, y: 0.4 }) } },
    });
  });

  it('cannot move back to an application that is gone, and keeps the one it is in', () => {
    const changes = [done('application', 'new', null, app), done('component', 'c', inApp('old'), inApp('new'))];
    expect(
      undo(changes, [
        ['application', 'new', app],
        ['component', 'c', inApp('new')],
      ]),
    ).toMatchObject({
      steps: [],
      notRestored: ['application new * needed', 'component c applicationId link_gone'],
    });
  });
});

describe('what was deleted', () => {
  it('returns with its id, what contains it and what it linked to', () => {
    const changes = [
      done('dependency', 'e', edge('c', 'd'), null),
      done('component', 'c', { ...inApp('a'), technologyIds: ['t'] }, null),
      done('technology', 't', { name: 'T' }, null),
      done('application', 'a', app, null),
    ];
    const result = undo(changes, [
      ['application', 'b', app],
      ['component', 'd', inApp('b')],
    ]);
    expect(result).toMatchObject({
      steps: ['create dependency e', 'create component c', 'create technology t', 'create application a'],
      notRestored: [],
      after: { c: { technologyIds: ['t'] } },
    });
  });

  it('is not restored if its name is taken, nor is anything that it would contain', () => {
    const changes = [
      done('application', 'a', app, null),
      done('component', 'c', inApp('a'), null),
      done('dependency', 'e', edge('c', 'd'), null),
    ];
    const result = undo(
      changes,
      [
        ['application', 'b', app],
        ['component', 'd', inApp('b')],
      ],
      { isNameTaken: ({ id }) => id === 'a' },
    );
    expect(result).toMatchObject({
      steps: [],
      notRestored: ['application a * name_taken', 'component c * link_gone', 'dependency e * link_gone'],
    });
  });

  it('returns without the links that lead nowhere, and names them', () => {
    const changes = [
      done('component', 'c', { ...inApp('a'), datasetIds: ['gone', 's'] }, null),
      done('capability', 'k', { name: 'K', parentId: 'gone' }, null),
    ];
    const result = undo(changes, [
      ['application', 'a', app],
      ['dataset', 's'],
    ]);
    expect(result).toMatchObject({
      steps: ['create component c', 'create capability k'],
      notRestored: ['component c datasetIds link_gone', 'capability k parentId link_gone'],
      after: { c: { datasetIds: ['s'] }, k: { parentId: null } },
    });
  });
});

describe('the rules of a landscape', () => {
  const member = (target: string, redundancyMinimum: number, redundancyGroup: string | null = 'g') =>
    edge('c', target, { redundancyGroup, redundancyMinimum });

  it('keep a redundancy group valid: what would leave too few targets stays', () => {
    const changes = [
      done('dependency', 'e1', null, member('x', 2)),
      done('dependency', 'e2', null, member('y', 2)),
      done('dependency', 'free', null, edge('c', 'z')),
    ];
    const result = undo(changes, [
      ['dependency', 'e1', member('x', 2)],
      ['dependency', 'e2', member('y', 2)],
      ['dependency', 'free', edge('c', 'z')],
      ['dependency', 'later', member('z', 2)],
    ]);
    expect(result).toMatchObject({
      steps: ['delete dependency free'],
      notRestored: ['dependency e1 * redundancy_group', 'dependency e2 * redundancy_group'],
    });
  });

  it('keep the minimum of a group that has grown, and put the rest back', () => {
    const change = done('dependency', 'e1', { ...member('x', 1), protocol: 'old' }, { ...member('x', 2), protocol: 'new' });
    const result = undo(
      [change],
      [
        ['dependency', 'e1', { ...member('x', 2), protocol: 'new' }],
        ['dependency', 'later', member('y', 2)],
      ],
    );
    expect(result).toMatchObject({
      steps: ['update dependency e1'],
      after: { e1: { redundancyMinimum: 2, protocol: 'old' } },
    });
    expect(new Set(result.notRestored)).toEqual(new Set(['dependency e1 redundancyMinimum redundancy_group']));
  });

  it('keep capabilities a tree', () => {
    const changes = [done('capability', 'k', { parentId: 'top', name: 'Old' }, { parentId: null, name: 'New' })];
    const result = undo(changes, [
      ['capability', 'k', { parentId: null, name: 'New' }],
      ['capability', 'top', { parentId: 'k' }],
    ]);
    expect(result).toMatchObject({
      after: { k: { parentId: null, name: 'Old' } },
      notRestored: ['capability k parentId capability_cycle'],
    });
  });
});

describe('references', () => {
  const restart = { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' };
  const traffic = { kind: 'Dashboard', label: 'Traffic', url: 'https://grafana.example.com/d/1' };
  const [one, both, turned] = [[restart], [restart, traffic], [traffic, restart]];
  const change = done('application', 'a', { references: one }, { references: both });

  it.each([
    ['come back as a whole', both, one, []],
    ['come back whatever the order in which their fields are stored', both.map(({ url, label, kind }) => ({ url, label, kind })), one, []],
    ['stay where they were put back already', one, undefined, []],
    ['stay in an order that they were given since, which is told', turned, undefined, ['application a references changed_since']],
    ['stay where something else took their place, which is told', [traffic], undefined, ['application a references changed_since']],
  ])('%s', (_, present, after, notRestored) => {
    const result = undo([change], [['application', 'a', { references: present }]]);
    expect([result.after.a?.references, result.notRestored]).toEqual([after, notRestored]);
  });

  it('of a record from before there were any are none', () => {
    const { references: _none, contact: _nobody, ...before } = record('application', 'a', app);
    const deleted: DoneChange = { kind: 'application', id: 'a', technicalName: 'a', before: before as LandscapeRecord, after: null };
    expect(undo([deleted], []).after.a).toMatchObject({ references: [], contact: null });
  });
});
