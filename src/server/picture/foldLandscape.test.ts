/** A picture contains what passes the filters, in the requested groups, and never more than a browser can draw. */
import { describe, expect, it } from 'vitest';
import {
  MOST_BUNDLES,
  MOST_GROUPS,
  READABLE_BUNDLES,
  WHOLE_UP_TO_COMPONENTS,
  type LandscapePicture,
  type LandscapePictureInput,
} from '@/contract/landscapePicture';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { ApplicationFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { testGuid } from '@/test/graphArbitrary';
import { applicationId, capabilityId, componentId, sketchFacts, zoneId, type Sketch } from '@/test/graphSketch';
import type { LiveStates } from '@/server/health/liveStates';
import { foldLandscape } from './foldLandscape';
import { finish } from '@/plain/steps';

const QUIET: LiveStates = {
  impacted: new Map(),
  causes: new Set(),
  reported: new Set(),
  flapping: new Set(),
  maintained: new Set(),
  rolledUp: new Map(),
};

const SHOP: Sketch = {
  edges: [
    'shop.web -> shop.cart',
    'shop.web -> data.db Soft Reads optional',
    'shop.cart -> data.db Writes',
    'shop.cart -> data.cache Async blocked',
    'mail.sender -> data.db',
  ],
  alone: ['mail.lone'],
  zones: { 'shop.web': ['eu.a', 'eu.b'], 'shop.cart': ['eu.b'], 'data.db': ['eu.a'] },
  supports: { shop: ['sell', 'browse'], data: ['sell'] },
};

type Change = (facts: LandscapeFacts) => void;

function graphOf(sketch: Sketch, change: Change = () => undefined): LandscapeGraph {
  const facts = sketchFacts(sketch);
  change(facts);
  return finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
}

function cut(input: LandscapePictureInput, live: Partial<LiveStates> = {}, change?: Change): LandscapePicture {
  return foldLandscape(graphOf(SHOP, change), { ...QUIET, ...live }, input);
}

const names = ({ components }: LandscapePicture): string[] => components.map(({ technicalName }) => technicalName).sort();
const nameOfId = new Map(
  ['shop.web', 'shop.cart', 'data.db', 'data.cache', 'mail.sender', 'mail.lone'].map((name) => [componentId(name), name]),
);
const joins = ({ dependencies }: LandscapePicture): string[] =>
  dependencies
    .map(
      ({ sourceComponentId, targetComponentId }) => `${nameOfId.get(sourceComponentId) ?? ''} > ${nameOfId.get(targetComponentId) ?? ''}`,
    )
    .sort();

describe('a small landscape', () => {
  it('is shown whole, in boxes of applications, the largest first', () => {
    const picture = cut({});
    expect(picture).toMatchObject({
      grouping: 'application',
      isAggregated: false,
      counts: { components: 6, applications: 3, dependencies: 5 },
      matching: { components: 6, dependencies: 5, groups: 3 },
    });
    expect(picture.groups.map(({ name, componentCount, isFolded }) => [name, componentCount, isFolded])).toEqual([
      ['data', 2, false],
      ['mail', 2, false],
      ['shop', 2, false],
    ]);
    expect(joins(picture)).toEqual([
      'mail.sender > data.db',
      'shop.cart > data.cache',
      'shop.cart > data.db',
      'shop.web > data.db',
      'shop.web > shop.cart',
    ]);
    expect(picture.omitted).toEqual({ groups: 0, components: 0, dependencies: 0 });
  });

  it('folds groups on request, and counts the dependencies that join them by type', () => {
    const picture = cut({ folded: [applicationId('data')] });
    expect(names(picture)).toEqual(['mail.lone', 'mail.sender', 'shop.cart', 'shop.web']);
    expect(joins(picture)).toEqual(['shop.web > shop.cart']);
    const bundle = picture.bundles.find(({ sourceId }) => sourceId === componentId('shop.cart'));
    expect(bundle).toEqual({
      sourceId: componentId('shop.cart'),
      targetId: applicationId('data'),
      count: 2,
      parts: [
        { dependencyType: 'Writes', mode: 'Hard', propagates: true, count: 1 },
        { dependencyType: 'Calls', mode: 'Async', propagates: false, count: 1 },
      ],
    });
    expect(picture.bundles.map(({ count }) => count).sort()).toEqual([1, 1, 2]);
  });

  it('does not draw dependencies inside a folded group', () => {
    expect(
      cut({ folded: [applicationId('shop')] })
        .bundles.map(({ targetId }) => nameOfId.get(targetId))
        .sort(),
    ).toEqual(['data.cache', 'data.db']);
  });

  it('groups by hosting zone: a component in several counts in each, a component in none is separate', () => {
    const picture = cut({ grouping: 'hosting-zone' });
    expect(picture.groups.map(({ key, name, componentCount }) => [key, name, componentCount])).toEqual([
      ['none', 'No hosting zone', 3],
      [zoneId('eu.a'), 'eu.a', 2],
      [zoneId('eu.b'), 'eu.b', 2],
    ]);
    expect(picture.components.find(({ technicalName }) => technicalName === 'shop.web')).toMatchObject({
      groupKeys: [zoneId('eu.a'), zoneId('eu.b')],
    });
  });

  it('groups by team and by capability through the application', () => {
    const team: Change = ({ applications }) =>
      applications.forEach((application) => (application.ownerTeam = application.name === 'mail' ? null : 'web'));
    expect(cut({ grouping: 'team' }, {}, team).groups.map(({ key, name, id, componentCount }) => [key, name, id, componentCount])).toEqual([
      ['team web', 'web', null, 4],
      ['none', 'No team', null, 2],
    ]);
    expect(cut({ grouping: 'capability' }).groups.map(({ key, name, componentCount }) => [key, name, componentCount])).toEqual([
      [capabilityId('sell'), 'sell', 4],
      [capabilityId('browse'), 'browse', 2],
      ['none', 'No capability', 2],
    ]);
  });

  it('without groups has no boxes', () => {
    const picture = cut({ grouping: 'none' });
    expect(picture.groups).toEqual([]);
    expect(picture.components.every(({ groupKeys }) => groupKeys.length === 0)).toBe(true);
  });
});

describe('filters', () => {
  const varied: Change = ({ applications, components, technologies }) => {
    technologies.push({ id: testGuid(7, 1), technicalName: 'pg', name: 'pg' });
    for (const application of applications) {
      if (application.name === 'shop') Object.assign(application, { criticalityTier: 'MissionCritical', ownerTeam: 'web' });
      if (application.name === 'mail') Object.assign(application, { lifecycleState: 'Sunset' });
    }
    for (const component of components)
      if (component.name === 'data.db') Object.assign(component, { kind: 'Database', technologyIds: [testGuid(7, 1)] });
  };

  it.each<[string, NonNullable<LandscapePictureInput['filters']>, string[]]>([
    ['kind', { kinds: ['Database'] }, ['data.db']],
    ['tier', { tiers: ['MissionCritical'] }, ['shop.cart', 'shop.web']],
    ['team', { teams: ['web'] }, ['shop.cart', 'shop.web']],
    ['lifecycle', { lifecycles: ['Sunset'] }, ['mail.lone', 'mail.sender']],
    ['zone, any of several', { zones: [zoneId('eu.b')] }, ['shop.cart', 'shop.web']],
    ['technology', { technologies: [testGuid(7, 1)] }, ['data.db']],
    ['an unknown technology', { technologies: [testGuid(7, 99)] }, []],
    ['several values of a filter widen', { lifecycles: ['Sunset', 'Planning'] }, ['mail.lone', 'mail.sender']],
    ['several filters narrow', { teams: ['web'], zones: [zoneId('eu.a')] }, ['shop.web']],
  ])('by %s', (_what, filters, expected) => {
    expect(names(cut({ filters }, {}, varied))).toEqual(expected);
  });

  it('of modes and types take out dependencies, not components', () => {
    const picture = cut({ filters: { modes: ['Hard'], types: ['Writes'] } });
    expect(joins(picture)).toEqual(['shop.cart > data.db']);
    expect(picture.matching).toEqual({ components: 6, dependencies: 1, groups: 3 });
  });

  it('by health use effective states, including never reported, with maintenance first', () => {
    const live: Partial<LiveStates> = {
      impacted: new Map([
        [componentId('data.db'), 'Outage'],
        [componentId('shop.web'), 'Warning'],
      ]),
      reported: new Set(['data.db', 'shop.web', 'shop.cart'].map(componentId)),
      maintained: new Set([applicationId('mail'), componentId('shop.cart')]),
    };
    const shown = (health: NonNullable<NonNullable<LandscapePictureInput['filters']>['health']>): string[] =>
      names(cut({ filters: { health } }, live));
    expect(shown(['Outage', 'Warning'])).toEqual(['data.db', 'shop.web']);
    expect(shown(['Maintenance'])).toEqual(['mail.lone', 'mail.sender', 'shop.cart']);
    expect(shown(['Healthy'])).toEqual([]);
    expect(shown(['Unreported'])).toEqual(['data.cache']);
  });
});

describe('health of groups', () => {
  const reported = new Set([...nameOfId.keys()]);
  const outage = new Map([[componentId('shop.web'), 'Outage' as const]]);
  const shopOf = (live: Partial<LiveStates>, grouping: LandscapePictureInput['grouping'] = 'application') =>
    cut({ ...(grouping === undefined ? {} : { grouping }) }, live).groups.find(
      ({ name }) => name === (grouping === 'application' ? 'shop' : 'eu.a'),
    );

  it('is the state that live impact rolled up, not the worst inside', () => {
    expect(shopOf({ reported, impacted: outage, rolledUp: new Map([[applicationId('shop'), 'Warning']]) })).toMatchObject({
      health: 'Warning',
      troubled: { Warning: 0, Degraded: 0, Outage: 1 },
    });
  });

  it('is the worst inside if live impact does not know the group', () => {
    expect(shopOf({ reported, impacted: outage }, 'hosting-zone')).toMatchObject({ health: 'Outage' });
  });

  it('is healthy only if every component in it reported', () => {
    expect(shopOf({ reported })).toMatchObject({ health: 'Healthy', isUnderMaintenance: false });
    expect(shopOf({ reported: new Set([componentId('shop.web')]) })).toMatchObject({ health: 'Unreported' });
    expect(shopOf({ reported, maintained: new Set([applicationId('shop')]) })).toMatchObject({ isUnderMaintenance: true });
  });
});

describe('focus', () => {
  it('keeps what depends on it and what it depends on, but not what else depends on that', () => {
    const around = (ids: string[], hops: number, filters?: LandscapePictureInput['filters']): string[] =>
      names(cut({ focus: { ids, hops }, ...(filters === undefined ? {} : { filters }) }));
    expect(around([componentId('shop.cart')], 0)).toEqual(['shop.cart']);
    expect(around([componentId('shop.cart')], 1)).toEqual(['data.cache', 'data.db', 'shop.cart', 'shop.web']);
    expect(around([componentId('shop.cart')], 2)).toEqual(['data.cache', 'data.db', 'shop.cart', 'shop.web']);
    expect(around([componentId('mail.lone'), componentId('shop.web')], 0)).toEqual(['mail.lone', 'shop.web']);
    expect(around([componentId('shop.cart')], 3, { modes: ['Async'] })).toEqual(['data.cache', 'shop.cart']);
  });

  it('may be on a group, and keeps what was chosen even if filters exclude it', () => {
    expect(names(cut({ focus: { ids: [applicationId('mail')], hops: 1 } }))).toEqual(['data.db', 'mail.lone', 'mail.sender']);
    expect(names(cut({ focus: { ids: [componentId('shop.web')], hops: 1 }, filters: { zones: [zoneId('eu.b')] } }))).toEqual([
      'shop.cart',
      'shop.web',
    ]);
  });

  it('on an unknown entity shows nothing', () => {
    expect(names(cut({ focus: { ids: [testGuid(1, 424_242)], hops: 2 } }))).toEqual([]);
  });
});

describe('a large landscape', () => {
  /** `apps` applications of `size` components; each component calls the first of the next application, or of another so many further on. */
  function large(
    apps: number,
    size: number,
    teamOf: (app: number) => string | null = () => null,
    furtherOf: (at: number) => number = () => 1,
  ): LandscapeGraph {
    const id = (app: number, at: number): string => testGuid(1, app * size + at);
    const builder = new LandscapeGraphBuilder();
    for (let app = 0; app < apps; app++) {
      const name = `a${String(app).padStart(5, '0')}`;
      const application: ApplicationFact = {
        id: testGuid(0, app),
        technicalName: name,
        name,
        criticalityTier: 'BusinessCritical',
        ownerTeam: teamOf(app),
        lifecycleState: 'Production',
        capabilityIds: [],
        processIds: [],
      };
      builder.addAll({ applications: [application] });
      for (let at = 0; at < size; at++) {
        const own = `c${app}-${at}`;
        builder.addComponent({
          id: id(app, at),
          technicalName: own,
          name: own,
          ordinal: app * size + at,
          kind: 'Other',
          isExternal: false,
          applicationId: testGuid(0, app),
          hostingZoneIds: [],
          technologyIds: [],
          datasetIds: [],
        });
      }
    }
    for (let app = 0; app < apps; app++)
      for (let at = 0; at < size; at++)
        builder.addDependency({
          id: testGuid(9, app * size + at),
          sourceOrdinal: app * size + at,
          targetOrdinal: ((app + furtherOf(at)) % apps) * size,
          dependencyType: 'Calls',
          mode: 'Hard',
          required: true,
          propagates: true,
          redundancyGroup: null,
          redundancyMinimum: 1,
        });
    return finish(builder.seal(1));
  }

  it('opens folded, and unfolds a group on demand', () => {
    const graph = large(4, 400);
    const folded = foldLandscape(graph, QUIET, {});
    expect(folded).toMatchObject({
      isAggregated: true,
      components: [],
      dependencies: [],
      matching: { components: 1_600, dependencies: 1_600, groups: 4 },
    });
    expect(folded.bundles.map(({ count }) => count)).toEqual([400, 400, 400, 400]);
    const open = foldLandscape(graph, QUIET, { open: [testGuid(0, 1)] });
    expect(open.components.length).toBe(400);
    expect(open.bundles.length).toBe(2 + 400 + 1);
  });

  it('says which groups it could not open for lack of room', () => {
    const picture = foldLandscape(large(4, 400), QUIET, { open: [0, 1, 2, 3].map((app) => testGuid(0, app)) });
    expect(picture.notOpened).toEqual([testGuid(0, 3)]);
    expect(picture.components.length).toBe(1_200);
  });

  it('falls back to applications if no grouping was requested', () => {
    expect(foldLandscape(large(4, 400), QUIET, { grouping: 'none' })).toMatchObject({ grouping: 'application', isAggregated: true });
  });

  it('is grouped by team where applications have one, unless applications are requested', () => {
    const graph = large(WHOLE_UP_TO_COMPONENTS + 1, 1, (app) => `Team ${app % 30}`);
    expect(foldLandscape(graph, QUIET, {})).toMatchObject({ grouping: 'team', matching: { groups: 30 } });
    expect(foldLandscape(graph, QUIET, { grouping: 'application' })).toMatchObject({
      grouping: 'application',
      omitted: { groups: WHOLE_UP_TO_COMPONENTS + 1 - MOST_GROUPS },
    });
  });

  it('is shown component by component once filters or focus leave few enough', () => {
    const picture = foldLandscape(large(4, 400), QUIET, { focus: { ids: [testGuid(1, 0)], hops: 1 } });
    expect(picture).toMatchObject({ isAggregated: false, matching: { components: 402 } });
  });

  it('has no more lines than can be read among few groups, and says how many dependencies it leaves out', () => {
    const picture = foldLandscape(
      large(40, 40, undefined, (at) => at + 1),
      QUIET,
      {},
    );
    expect(picture.bundles.length).toBe(READABLE_BUNDLES);
    expect(picture.omitted.dependencies).toBe(40 * 39 - READABLE_BUNDLES);
  });

  it('stays bounded, and says what is left out', () => {
    const apps = WHOLE_UP_TO_COMPONENTS + 1;
    const picture = foldLandscape(large(apps, 1), QUIET, { grouping: 'application' });
    expect(picture.groups.length).toBe(MOST_GROUPS);
    expect(picture.bundles.length).toBeLessThanOrEqual(MOST_BUNDLES);
    expect(picture.omitted.groups).toBe(apps - MOST_GROUPS);
    expect(picture.bundles.length + picture.omitted.dependencies).toBe(apps);
  });
});
