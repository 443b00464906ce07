/** The whole transition table of incidents: one named case per rule, as a sequence of steps in time. */
import { describe, expect, test } from 'vitest';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import { IncidentWorld, landscapeOf } from '@/test/incidentWorld';

/** `at` is in seconds. After the actions and signals of a step, the lifecycle advances once. */
interface Moment {
  at: number;
  report?: Record<string, HealthState>;
  act?: ['acknowledge' | 'resolve' | 'comment', number];
  /** Components under maintenance: from when, and up to when. */
  maintain?: Record<string, [number, number]>;
  /** Events, in order. */
  says: string[];
  /** Every incident: number, state, cause and present symptoms. */
  is: string[];
}

interface Case {
  name: string;
  components: string;
  dependencies: string[];
  threshold?: FailureState;
  moments: Moment[];
}

const chain = { components: 'api db web', dependencies: ['api > db', 'web > api'] };
const lone = { components: 'db', dependencies: [] };

const cases: Case[] = [
  {
    name: 'a component at the threshold opens an incident',
    ...lone,
    moments: [{ at: 0, report: { db: 'Degraded' }, says: ['opened 1'], is: ['1 Open db'] }],
  },
  {
    name: 'a component milder than the threshold opens none',
    ...lone,
    moments: [{ at: 0, report: { db: 'Warning' }, says: [], is: [] }],
  },
  {
    name: 'a tenant may choose Warning as its threshold',
    ...lone,
    threshold: 'Warning',
    moments: [{ at: 0, report: { db: 'Warning' }, says: ['opened 1'], is: ['1 Open db'] }],
  },
  {
    name: 'a tenant may choose Outage as its threshold',
    ...lone,
    threshold: 'Outage',
    moments: [
      { at: 0, report: { db: 'Degraded' }, says: [], is: [] },
      { at: 1, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
    ],
  },
  {
    name: 'nothing new sends no event',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 10, report: { db: 'Outage' }, says: [], is: ['1 Open db'] },
    ],
  },
  {
    name: 'a cause that gets worse updates its incident',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Degraded' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 10, report: { db: 'Outage' }, says: ['updated 1'], is: ['1 Open db'] },
    ],
  },
  {
    name: 'what the cause explains joins as a symptom',
    ...chain,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 1, report: { api: 'Outage' }, says: ['updated 1'], is: ['1 Open db: api'] },
      { at: 2, report: { web: 'Degraded' }, says: ['updated 1'], is: ['1 Open db: api web'] },
    ],
  },
  {
    name: 'a component worse than what its dependencies pass on is a separate cause',
    ...chain,
    moments: [{ at: 0, report: { db: 'Degraded', api: 'Outage' }, says: ['opened 1', 'opened 2'], is: ['1 Open api', '2 Open db'] }],
  },
  {
    name: 'a symptom that two causes each explain joins both',
    components: 'cache db web',
    dependencies: ['web > db', 'web > cache'],
    moments: [
      {
        at: 0,
        report: { db: 'Outage', cache: 'Outage', web: 'Outage' },
        says: ['opened 1', 'opened 2'],
        is: ['1 Open cache: web', '2 Open db: web'],
      },
    ],
  },
  {
    name: 'what only two causes together explain has no incident and is a symptom of both',
    components: 'a b web',
    dependencies: ['web > a | b'],
    moments: [
      {
        at: 0,
        report: { a: 'Outage', b: 'Outage', web: 'Outage' },
        says: ['opened 1', 'opened 2'],
        is: ['1 Open a: web', '2 Open b: web'],
      },
    ],
  },
  {
    name: 'a component whose dependency is backed up by a healthy one is a cause',
    components: 'a b web',
    dependencies: ['web > a | b'],
    moments: [{ at: 0, report: { a: 'Outage', web: 'Outage' }, says: ['opened 1', 'opened 2'], is: ['1 Open a', '2 Open web'] }],
  },
  {
    name: 'a symptom that recovers leaves its incident',
    ...chain,
    moments: [
      { at: 0, report: { db: 'Outage', api: 'Outage', web: 'Outage' }, says: ['opened 1'], is: ['1 Open db: api web'] },
      { at: 1, report: { web: 'Healthy' }, says: ['updated 1'], is: ['1 Open db: api'] },
    ],
  },
  {
    name: 'a deeper cause takes the incident over',
    ...chain,
    moments: [
      { at: 0, report: { web: 'Outage' }, says: ['opened 1'], is: ['1 Open web'] },
      { at: 1, report: { api: 'Outage' }, says: ['updated 1'], is: ['1 Open api: web'] },
      { at: 2, report: { db: 'Outage' }, says: ['updated 1'], is: ['1 Open db: api web'] },
    ],
  },
  {
    name: 'a deeper cause merges incidents into the oldest',
    components: 'api db web',
    dependencies: ['api > db', 'web > db'],
    moments: [
      { at: 0, report: { web: 'Outage' }, says: ['opened 1'], is: ['1 Open web'] },
      { at: 1, report: { api: 'Outage' }, says: ['opened 2'], is: ['1 Open web', '2 Open api'] },
      { at: 2, report: { db: 'Outage' }, says: ['merged 2', 'updated 1'], is: ['1 Open db: api web', '2 Merged api'] },
    ],
  },
  {
    name: 'a component that its redundant dependencies let down only together is a symptom of each of them',
    components: 'a b web',
    dependencies: ['web > a | b'],
    moments: [
      { at: 0, report: { web: 'Outage' }, says: ['opened 1'], is: ['1 Open web'] },
      { at: 1, report: { b: 'Outage' }, says: ['opened 2'], is: ['1 Open web', '2 Open b'] },
      { at: 2, report: { a: 'Outage' }, says: ['updated 1', 'updated 2'], is: ['1 Open a: web', '2 Open b: web'] },
    ],
  },
  {
    name: 'Merged is final: if the same component fails alone later, another incident opens',
    components: 'api db web',
    dependencies: ['api > db', 'web > db'],
    moments: [
      { at: 0, report: { web: 'Outage' }, says: ['opened 1'], is: ['1 Open web'] },
      { at: 1, report: { api: 'Outage' }, says: ['opened 2'], is: ['1 Open web', '2 Open api'] },
      { at: 2, report: { db: 'Outage' }, says: ['merged 2', 'updated 1'], is: ['1 Open db: api web', '2 Merged api'] },
      { at: 3, report: { db: 'Healthy', web: 'Healthy', api: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db', '2 Merged api'] },
      { at: 4, report: { api: 'Outage' }, says: ['opened 3'], is: ['1 Monitoring db', '2 Merged api', '3 Open api'] },
    ],
  },
  {
    name: 'a symptom that outlasts its cause gets its own incident',
    ...chain,
    moments: [
      { at: 0, report: { db: 'Outage', api: 'Outage', web: 'Outage' }, says: ['opened 1'], is: ['1 Open db: api web'] },
      { at: 1, report: { db: 'Healthy' }, says: ['updated 1', 'opened 2'], is: ['1 Monitoring db', '2 Open api: web'] },
    ],
  },
  {
    name: 'a split is undone by a merge when the cause fails again',
    ...chain,
    moments: [
      { at: 0, report: { db: 'Outage', api: 'Outage' }, says: ['opened 1'], is: ['1 Open db: api'] },
      { at: 1, report: { db: 'Healthy' }, says: ['updated 1', 'opened 2'], is: ['1 Monitoring db', '2 Open api'] },
      { at: 2, report: { db: 'Outage' }, says: ['merged 2', 'reopened 1'], is: ['1 Open db: api', '2 Merged api'] },
    ],
  },
  {
    name: 'a cycle that nothing outside explains is one cause, named by its worst member',
    components: 'a b c',
    dependencies: ['a ~ c', 'b > a', 'c > b'],
    moments: [{ at: 0, report: { a: 'Degraded', b: 'Outage', c: 'Outage' }, says: ['opened 1'], is: ['1 Open b: a c'] }],
  },
  {
    name: 'among equally bad members of a cycle the first technicalName is the cause',
    components: 'a b c',
    dependencies: ['a > c', 'b > a', 'c > b'],
    moments: [
      { at: 0, report: { c: 'Outage' }, says: ['opened 1'], is: ['1 Open c'] },
      { at: 1, report: { b: 'Outage' }, says: ['updated 1'], is: ['1 Open b: c'] },
      { at: 2, report: { a: 'Outage' }, says: ['updated 1'], is: ['1 Open a: b c'] },
    ],
  },
  {
    name: 'a cycle that something outside explains has no incident of its own',
    components: 'a b db',
    dependencies: ['a > b', 'b > a', 'b > db'],
    moments: [{ at: 0, report: { a: 'Outage', b: 'Outage', db: 'Outage' }, says: ['opened 1'], is: ['1 Open db: a b'] }],
  },
  {
    name: 'Open goes to Monitoring when its cause is healthy, and to Resolved when it has been quiet for resolveAfterSeconds',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 10, report: { db: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db'] },
      { at: 309, says: [], is: ['1 Monitoring db'] },
      { at: 310, says: ['resolved 1'], is: ['1 Resolved db'] },
      { at: 1000, says: [], is: ['1 Resolved db'] },
    ],
  },
  {
    name: 'a cause milder than the threshold counts as healthy again',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 10, report: { db: 'Warning' }, says: ['updated 1'], is: ['1 Monitoring db'] },
    ],
  },
  {
    name: 'a cause that fails again while Monitoring reopens its incident, and has to be quiet again',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 10, report: { db: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db'] },
      { at: 300, report: { db: 'Degraded' }, says: ['reopened 1'], is: ['1 Open db'] },
      { at: 400, report: { db: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db'] },
      { at: 699, says: [], is: ['1 Monitoring db'] },
      { at: 700, says: ['resolved 1'], is: ['1 Resolved db'] },
    ],
  },
  {
    name: 'after Resolved a new incident opens',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 10, report: { db: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db'] },
      { at: 310, says: ['resolved 1'], is: ['1 Resolved db'] },
      { at: 311, report: { db: 'Outage' }, says: ['opened 2'], is: ['1 Resolved db', '2 Open db'] },
    ],
  },
  {
    name: 'Acknowledged lasts through new symptoms and a deeper cause',
    ...chain,
    moments: [
      { at: 0, report: { api: 'Outage' }, says: ['opened 1'], is: ['1 Open api'] },
      { at: 1, act: ['acknowledge', 1], says: ['updated 1'], is: ['1 Acknowledged api'] },
      { at: 2, report: { web: 'Outage' }, says: ['updated 1'], is: ['1 Acknowledged api: web'] },
      { at: 3, report: { db: 'Outage' }, says: ['updated 1'], is: ['1 Acknowledged db: api web'] },
      { at: 4, report: { db: 'Healthy', api: 'Healthy', web: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db'] },
    ],
  },
  {
    name: 'an acknowledgement survives a reopen',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 1, act: ['acknowledge', 1], says: ['updated 1'], is: ['1 Acknowledged db'] },
      { at: 2, report: { db: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db'] },
      { at: 3, report: { db: 'Outage' }, says: ['reopened 1'], is: ['1 Acknowledged db'] },
    ],
  },
  {
    name: 'a person may resolve a quiet incident without waiting',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 1, report: { db: 'Healthy' }, says: ['updated 1'], is: ['1 Monitoring db'] },
      { at: 2, act: ['resolve', 1], says: ['resolved 1'], is: ['1 Resolved db'] },
      { at: 3, report: { db: 'Outage' }, says: ['opened 2'], is: ['1 Resolved db', '2 Open db'] },
    ],
  },
  {
    name: 'a cause that a person resolved while unhealthy opens no new incident until it recovers and fails again',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 1, act: ['resolve', 1], says: ['resolved 1'], is: ['1 Resolved db'] },
      { at: 2, report: { db: 'Degraded' }, says: [], is: ['1 Resolved db'] },
      { at: 3, report: { db: 'Healthy' }, says: [], is: ['1 Resolved db'] },
      { at: 4, report: { db: 'Degraded' }, says: ['opened 2'], is: ['1 Resolved db', '2 Open db'] },
    ],
  },
  {
    name: 'a cause that a person resolved while unhealthy opens a new incident when it gets worse',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Degraded' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 1, act: ['resolve', 1], says: ['resolved 1'], is: ['1 Resolved db'] },
      { at: 2, report: { db: 'Outage' }, says: ['opened 2'], is: ['1 Resolved db', '2 Open db'] },
    ],
  },
  {
    name: 'a comment changes nothing, even after Resolved',
    ...lone,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 1, act: ['comment', 1], says: ['updated 1'], is: ['1 Open db'] },
      { at: 2, act: ['resolve', 1], says: ['resolved 1'], is: ['1 Resolved db'] },
      { at: 3, act: ['comment', 1], says: ['updated 1'], is: ['1 Resolved db'] },
    ],
  },
  {
    name: 'a cause under maintenance opens nothing, nor do its symptoms, and the end of the window opens its incident',
    ...chain,
    moments: [
      { at: 0, maintain: { db: [0, 100] }, report: { db: 'Outage', api: 'Outage' }, says: [], is: [] },
      { at: 99, says: [], is: [] },
      { at: 100, says: ['opened 1'], is: ['1 Open db: api'] },
    ],
  },
  {
    name: 'a window on the application covers its components',
    ...chain,
    moments: [
      { at: 0, maintain: { shop: [0, 100] }, report: { db: 'Outage' }, says: [], is: [] },
      { at: 100, says: ['opened 1'], is: ['1 Open db'] },
    ],
  },
  {
    name: 'a window that has not started suppresses nothing',
    ...lone,
    moments: [{ at: 0, maintain: { db: [10, 100] }, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] }],
  },
  {
    name: 'an incident that was open before its window continues silently',
    ...chain,
    moments: [
      { at: 0, report: { db: 'Outage' }, says: ['opened 1'], is: ['1 Open db'] },
      { at: 10, maintain: { db: [10, 1000] }, report: { api: 'Outage' }, says: [], is: ['1 Open db: api'] },
      { at: 20, report: { db: 'Healthy', api: 'Healthy' }, says: [], is: ['1 Monitoring db'] },
      { at: 30, report: { db: 'Outage' }, says: [], is: ['1 Monitoring db'] },
      { at: 320, says: [], is: ['1 Resolved db'] },
      { at: 1000, says: ['opened 2'], is: ['1 Resolved db', '2 Open db'] },
    ],
  },
  {
    name: 'an incident that a cause under maintenance comes to explain ends, as if that had been known first',
    ...chain,
    moments: [
      { at: 0, maintain: { db: [0, 1000] }, report: { api: 'Outage' }, says: ['opened 1'], is: ['1 Open api'] },
      { at: 10, report: { db: 'Outage' }, says: ['updated 1'], is: ['1 Monitoring api'] },
      { at: 310, says: ['resolved 1'], is: ['1 Resolved api'] },
      { at: 1000, says: ['opened 2'], is: ['1 Resolved api', '2 Open db: api'] },
    ],
  },
  {
    name: 'an incident that waits for a window to end gets its deeper cause then',
    ...chain,
    moments: [
      { at: 0, maintain: { db: [0, 100] }, report: { api: 'Outage' }, says: ['opened 1'], is: ['1 Open api'] },
      { at: 10, report: { db: 'Outage' }, says: ['updated 1'], is: ['1 Monitoring api'] },
      { at: 100, says: ['reopened 1'], is: ['1 Open db: api'] },
    ],
  },
];

describe('the transition table', () => {
  test.each(cases)('$name', ({ components, dependencies, threshold, moments }) => {
    const world = new IncidentWorld(landscapeOf(components, dependencies));
    world.threshold = threshold ?? 'Degraded';
    const told = moments.map(({ at, report = {}, act, maintain }) => {
      for (const [name, [from, to]] of Object.entries(maintain ?? {})) {
        const kind = name === 'shop' ? ('application' as const) : ('component' as const);
        const entityId = world.graph.findEntity(kind, name)?.id ?? '';
        world.windows.push({ id: `w${world.windows.length}`, kind, entityId, startsAt: from * 1000, endsAt: to * 1000 });
      }
      const events = act === undefined ? [] : world.act(at, ...act);
      Object.entries(report).forEach(([name, state]) => world.report(world.idOf(name), state, at * 1000));
      return { at, says: [...events, ...world.step(at)], is: world.all() };
    });
    expect(told).toEqual(moments.map(({ at, says, is }) => ({ at, says, is })));
  });
});
