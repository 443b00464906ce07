import { describe, expect, it } from 'vitest';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { LifecycleState } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';
import { changeImpact, type ChangeImpact } from './changeImpact';
import type { KnownEntity } from './declaration';
import { buildGraph, impactLandscape } from './impactLandscape';
import type { ManifestKind, Values } from './manifestFields';

type Edge = [string, string, Values?];

const LINKS = { hostingZones: [], technologies: [], datasets: [] };

/** `shop` is mission critical and supports `sell`; `tools` is administrative. Components are named `application-…`. */
function landscape(components: string[], edges: Edge[], lifecycleState: LifecycleState = 'Production'): Landscape {
  const application = (criticalityTier: string, capabilities: string[]): Values => ({
    criticalityTier,
    lifecycleState,
    capabilities,
    processes: [],
  });
  const all: Partial<Record<ManifestKind, Record<string, Values>>> = {
    application: { shop: application('MissionCritical', ['sell']), tools: application('Administrative', []) },
    component: Object.fromEntries(components.map((name) => [name, { ...LINKS, application: name.split('-')[0] ?? '' }])),
    capability: { business: { parent: null }, sell: { parent: 'business' } },
    segment: { shoppers: { annualRevenue: 8_760_000, capabilities: [{ capability: 'sell', revenueShare: 0.5 }] } },
    dependency: Object.fromEntries(
      edges.map(([source, target, more]) => {
        const plain = { required: true, propagates: true, redundancyGroup: null, redundancyMinimum: 1 };
        return [`${source} → ${target} (Calls)`, { source, target, dependencyType: 'Calls', mode: 'Hard', ...plain, ...more }];
      }),
    ),
  };
  const entities = new Map(
    Object.entries(all).map(([kind, ofKind]) => {
      const known = Object.entries(ofKind).map(([technicalName, values]): [string, KnownEntity] => [
        technicalName,
        { id: technicalName, technicalName, values },
      ]);
      return [kind as ManifestKind, new Map(known)];
    }),
  );
  return buildGraph(finish(impactLandscape({ entities, owned: new Map() }, [])));
}

const group = { redundancyGroup: 'replicas' };
const points = ({ singlePointsOfFailure: { added, removed } }: ChangeImpact): string[] => [
  ...added.map(({ capability, component }) => `+ ${capability} ${component}`),
  ...removed.map(({ capability, component }) => `- ${capability} ${component}`),
];

describe('the impact of a change', () => {
  it('says in how many capabilities single points were looked for: none without components that support one in service', () => {
    const examined = (after: Landscape) => changeImpact({ before: landscape([], []), after }, []).capabilitiesExamined;
    expect(examined(landscape(['shop-a', 'tools-b'], []))).toBe(2);
    expect(examined(landscape(['tools-b'], []))).toBe(0);
    expect(examined(landscape(['shop-a'], [], 'Planning'))).toBe(0);
  });

  it('names a cycle that it closes, and the cycle that it replaces', () => {
    const before = landscape(
      ['shop-a', 'shop-b', 'shop-c'],
      [
        ['shop-a', 'shop-b'],
        ['shop-b', 'shop-a'],
        ['shop-b', 'shop-c'],
      ],
    );
    const after = landscape(
      ['shop-a', 'shop-b', 'shop-c'],
      [
        ['shop-a', 'shop-b'],
        ['shop-b', 'shop-a'],
        ['shop-b', 'shop-c'],
        ['shop-c', 'shop-a'],
      ],
    );
    expect(changeImpact({ before, after }, []).dependencyCycles).toEqual({
      added: [{ components: ['shop-a', 'shop-b', 'shop-c'] }],
      removed: [{ components: ['shop-a', 'shop-b'] }],
      addedOmitted: 0,
      removedOmitted: 0,
    });
  });

  it('names a hard dependency of a critical application on a less critical one, but not a soft one, nor the reverse', () => {
    const components = ['shop-a', 'tools-b', 'tools-c'];
    const before = landscape(components, [
      ['shop-a', 'tools-b', { mode: 'Soft' }],
      ['tools-c', 'shop-a'],
      ['shop-a', 'tools-c'],
    ]);
    const after = landscape(components, [
      ['shop-a', 'tools-b'],
      ['tools-c', 'shop-a'],
      ['shop-a', 'tools-c', { mode: 'Degraded' }],
    ]);
    const inversion = (target: string) => ({
      dependency: `shop-a → ${target} (Calls)`,
      source: 'shop-a',
      sourceTier: 'MissionCritical',
      target,
      targetTier: 'Administrative',
    });
    expect(changeImpact({ before, after }, []).tierInversions).toEqual({
      added: [inversion('tools-b')],
      removed: [inversion('tools-c')],
      addedOmitted: 0,
      removedOmitted: 0,
    });
  });

  it('removes single points of failure when a replica is added', () => {
    const before = landscape(['shop-a', 'tools-x', 'tools-y'], [['shop-a', 'tools-x', group]]);
    const after = landscape(
      ['shop-a', 'tools-x', 'tools-y'],
      [
        ['shop-a', 'tools-x', group],
        ['shop-a', 'tools-y', group],
      ],
    );
    expect(points(changeImpact({ before, after }, []))).toEqual(['- business tools-x', '- sell tools-x']);
  });

  it('turns both replicas into single points of failure when both are needed', () => {
    const both = { ...group, redundancyMinimum: 2 };
    const before = landscape(
      ['shop-a', 'tools-x', 'tools-y'],
      [
        ['shop-a', 'tools-x', group],
        ['shop-a', 'tools-y', group],
      ],
    );
    const after = landscape(
      ['shop-a', 'tools-x', 'tools-y'],
      [
        ['shop-a', 'tools-x', both],
        ['shop-a', 'tools-y', both],
      ],
    );
    expect(points(changeImpact({ before, after }, []))).toEqual([
      '+ business tools-x',
      '+ business tools-y',
      '+ sell tools-x',
      '+ sell tools-y',
    ]);
  });

  it('says the expected cost of an hour without each, before or after the change', () => {
    const components = ['shop-a', 'shop-b', 'tools-x'];
    const before = landscape(components, [
      ['shop-a', 'shop-b'],
      ['shop-b', 'tools-x'],
    ]);
    const after = landscape(components, [['shop-a', 'shop-b', { mode: 'Degraded' }]]);
    const costs = ({ singlePointsOfFailure: { added, removed } }: ChangeImpact) =>
      [added, removed].map((points) => points.map(({ capability, component, perHour }) => [capability, component, perHour]));
    // Half of 1,000 an hour is earned with sell; of shop-b, only half of that would be lost afterwards.
    const gone = ['business', 'sell'].flatMap((capability) => ['shop-b', 'tools-x'].map((component) => [capability, component, 500]));
    expect(costs(changeImpact({ before, after }, []))).toEqual([[], gone]);
    expect(costs(changeImpact({ before: after, after: before }, []))).toEqual([gone, []]);
  });

  it('counts an application from when it is in service', () => {
    const live = landscape(['shop-a', 'tools-x'], [['shop-a', 'tools-x']]);
    const planned = landscape(['shop-a', 'tools-x'], [['shop-a', 'tools-x']], 'Planning');
    const { singlePointsOfFailure, rollUps } = changeImpact({ before: planned, after: live }, ['tools-x']);
    const point = { perHour: 500, perHourChange: 500 };
    expect(singlePointsOfFailure.added).toEqual(
      ['business', 'sell'].flatMap((capability) => ['shop-a', 'tools-x'].map((component) => ({ capability, component, ...point }))),
    );
    expect(rollUps).toMatchObject([
      {
        capabilities: [
          { from: 'Healthy', to: 'Outage' },
          { from: 'Healthy', to: 'Outage' },
        ],
      },
    ]);
    expect(points(changeImpact({ before: landscape([], []), after: planned }, []))).toEqual([]);
  });

  it('says how much the cost of a single point changes where it was one of something else before', () => {
    const before = landscape(['shop-a', 'tools-x'], [['shop-a', 'tools-x', { mode: 'Degraded' }]]);
    const after = landscape(['shop-a', 'tools-x'], [['shop-a', 'tools-x']]);
    expect(changeImpact({ before, after }, []).singlePointsOfFailure.added).toMatchObject([
      { capability: 'business', component: 'tools-x', perHour: 500, perHourChange: 250 },
      { capability: 'sell', component: 'tools-x', perHour: 500, perHourChange: 250 },
    ]);
  });

  it('follows failures to their end', () => {
    const names = Array.from({ length: 40 }, (_, index) => `tools-${index}`);
    const chain: Edge[] = names.slice(1).map((name, index) => [names[index] ?? '', name]);
    const after = landscape(['shop-a', ...names], [['shop-a', 'tools-0'], ...chain]);
    const before = landscape(['shop-a', ...names], chain);
    expect(points(changeImpact({ before, after }, []))).toHaveLength(2 * 40);
  });

  it('compares who is affected by an outage of a changed component', () => {
    const before = landscape(['shop-a', 'tools-x'], [['shop-a', 'tools-x', { mode: 'Soft' }]]);
    const after = landscape(['shop-a', 'tools-x'], [['shop-a', 'tools-x']]);
    const worse = (technicalName: string) => ({ technicalName, from: 'Degraded', to: 'Outage' });
    expect(changeImpact({ before, after }, ['shop-a', 'tools-x', 'gone'])).toMatchObject({
      rollUps: [
        {
          component: 'tools-x',
          applications: [worse('shop')],
          capabilities: [worse('business'), worse('sell')],
          audiences: [worse('shoppers')],
        },
      ],
      impactOmitted: 0,
    });
  });

  it('says what a new component affects and what a deleted one no longer affects', () => {
    const without = landscape(['shop-a'], []);
    const withIt = landscape(['shop-a', 'tools-x'], [['shop-a', 'tools-x', { mode: 'Async' }]]);
    expect(changeImpact({ before: without, after: withIt }, ['tools-x']).rollUps).toEqual([
      {
        component: 'tools-x',
        applications: [
          { technicalName: 'shop', from: null, to: 'Warning' },
          { technicalName: 'tools', from: null, to: 'Outage' },
        ],
        capabilities: [
          { technicalName: 'business', from: null, to: 'Warning' },
          { technicalName: 'sell', from: null, to: 'Warning' },
        ],
        audiences: [{ technicalName: 'shoppers', from: null, to: 'Warning' }],
      },
    ]);
    expect(changeImpact({ before: withIt, after: without }, ['tools-x']).rollUps[0]?.audiences).toEqual([
      { technicalName: 'shoppers', from: 'Warning', to: null },
    ]);
  });

  it('examines the 200 most critical changed components and counts the others', () => {
    const names = [...Array.from({ length: 250 }, (_, index) => `tools-${String(index).padStart(3, '0')}`), 'shop-z'];
    const { rollUps, impactOmitted } = changeImpact({ before: landscape([], []), after: landscape(names, []) }, names);
    expect([rollUps[0]?.component, rollUps.at(-1)?.component, rollUps.length, impactOmitted]).toEqual(['shop-z', 'tools-198', 200, 51]);
  });
});
