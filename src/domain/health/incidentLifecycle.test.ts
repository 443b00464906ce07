/** What people may do to an incident, what its timeline says, and when the next step is due. */
import { describe, expect, test } from 'vitest';
import type { AppError } from '@/domain/errors';
import type { HealthState } from '@/domain/vocabulary';
import { IncidentWorld, landscapeOf } from '@/test/incidentWorld';

describe('people', () => {
  function stateAfter(moments: (world: IncidentWorld) => void): IncidentWorld {
    const world = new IncidentWorld(landscapeOf('api db', ['api > db']));
    world.report(world.idOf('api'), 'Outage', 0);
    world.step(0);
    moments(world);
    return world;
  }
  const recover = (world: IncidentWorld): void => {
    world.report(world.idOf('api'), 'Healthy', 1000);
    world.step(1);
  };
  const mergeAway = (world: IncidentWorld): void => {
    world.report(world.idOf('db'), 'Outage', 1000);
    world.report(world.idOf('api'), 'Healthy', 1000);
    world.step(1);
    world.report(world.idOf('api'), 'Outage', 2000);
    world.step(2);
  };
  const refusals: [string, (world: IncidentWorld) => void, 'acknowledge' | 'resolve' | 'comment', number][] = [
    ['acknowledge an acknowledged incident', (world) => world.act(1, 'acknowledge', 1), 'acknowledge', 1],
    ['acknowledge an incident in Monitoring', recover, 'acknowledge', 1],
    ['acknowledge a resolved incident', (world) => world.act(1, 'resolve', 1), 'acknowledge', 1],
    ['resolve a resolved incident', (world) => world.act(1, 'resolve', 1), 'resolve', 1],
    ['acknowledge a merged incident', mergeAway, 'acknowledge', 2],
    ['resolve a merged incident', mergeAway, 'resolve', 2],
    ['comment on a merged incident', mergeAway, 'comment', 2],
  ];

  test.each(refusals)('may not %s', (_name, before, deed, number) => {
    const world = stateAfter(before);
    const incidents = world.all();
    expect(() => world.act(3, deed, number)).toThrow(expect.objectContaining({ code: 'conflict' }) as AppError);
    expect(world.all()).toEqual(incidents);
  });

  test('are named in the timeline with their comments', () => {
    const world = stateAfter((w) => w.act(1, 'comment', 1));
    expect(world.timelines.get('i1')?.at(-1)).toEqual({
      at: 1000,
      kind: 'Commented',
      actor: { type: 'person', id: 'p1', name: 'Ada' },
      text: 'looking into it',
      facts: {},
    });
  });
});

describe('a timeline', () => {
  test('lists opening, merging, splitting, quiet and end', () => {
    const world = new IncidentWorld(landscapeOf('api db web', ['api > db', 'web > db']));
    const at = (seconds: number, report: Record<string, HealthState>): void => {
      Object.entries(report).forEach(([name, state]) => world.report(world.idOf(name), state, seconds * 1000));
      world.step(seconds);
    };
    at(0, { web: 'Outage' });
    at(1, { api: 'Outage' });
    at(2, { db: 'Outage' });
    at(3, { db: 'Healthy', web: 'Healthy' });
    at(4, { api: 'Healthy' });
    at(303, {});
    expect(world.kindsOf(1)).toEqual([
      'Opened',
      'MergedIn',
      'CauseChanged',
      'SymptomsChanged',
      'Monitoring',
      'SymptomsChanged',
      'SplitOff',
      'Resolved',
    ]);
    expect(world.kindsOf(2)).toEqual(['Opened', 'Merged']);
    expect(world.kindsOf(3)).toEqual(['Opened', 'Monitoring']);
    expect(world.timelines.get('i3')?.[0]?.facts).toEqual({ cause: 'api', severity: 'Outage', symptoms: [], splitFromId: 'i1' });
    expect(world.timelines.get('i1')?.[1]?.facts).toEqual({ incidentId: 'i2', cause: 'api' });
  });

  test('says that a cause has left the landscape, which ends the incident without resolving it', () => {
    const world = new IncidentWorld(landscapeOf('api db', []));
    world.report(world.idOf('db'), 'Outage', 0);
    world.step(0);
    world.graph = new IncidentWorld(landscapeOf('api', [])).graph;
    expect(world.step(1)).toEqual(['removed 1']);
    const last = { at: 1000, kind: 'Removed', actor: null, text: null, facts: { cause: 'db' } };
    expect(world.timelines.get('i1')?.at(-1)).toEqual(last);
    expect(world.incidents.get('i1')).toMatchObject({ state: 'Removed', healthySince: 1000, resolvedAt: null });
    expect([world.nextDueAt, world.step(1000)]).toEqual([null, []]);
    expect(world.act(1001, 'comment', 1)).toEqual(['updated 1']);
    for (const deed of ['acknowledge', 'resolve'] as const) expect(() => world.act(1001, deed, 1)).toThrow('its cause was removed');
  });

  test('says so even if the cause was flapping, but resolves an incident whose cause had recovered before it was removed', () => {
    const world = new IncidentWorld(landscapeOf('api db', []));
    for (let second = 0; second < 8; second += 1) world.report(world.idOf('db'), second % 2 === 0 ? 'Outage' : 'Healthy', second * 1000);
    world.report(world.idOf('api'), 'Outage', 8000);
    world.report(world.idOf('db'), 'Outage', 8000);
    world.step(8);
    world.report(world.idOf('api'), 'Healthy', 9000);
    world.step(9);
    expect(world.all()).toEqual(['1 Monitoring api', '2 Open db']);
    expect(world.incidents.get('i2')?.isFlapping).toBe(true);
    world.graph = new IncidentWorld(landscapeOf('other', [])).graph;
    world.step(10);
    expect(world.all()).toEqual(['1 Monitoring api', '2 Removed db']);
    world.step(400);
    expect(world.all()).toEqual(['1 Resolved api', '2 Removed db']);
  });

  test('shows a separate incident for a symptom that stays unhealthy after its cause was removed', () => {
    const world = new IncidentWorld(landscapeOf('api db', ['api > db']));
    world.report(world.idOf('db'), 'Outage', 0);
    world.report(world.idOf('api'), 'Outage', 0);
    world.step(0);
    const withoutDb = new IncidentWorld(landscapeOf('api', []));
    world.graph = withoutDb.graph;
    expect(world.step(1)).toEqual(['removed 1', 'opened 2']);
    expect(world.all()).toEqual(['1 Removed db', '2 Open api']);
    expect(world.kindsOf(1)).toEqual(['Opened', 'Removed', 'SymptomsChanged', 'SplitOff']);
  });

  test('says why an incident ended, if planned work explains it', () => {
    const world = new IncidentWorld(landscapeOf('api db', ['api > db']));
    world.windows = [{ id: 'w', kind: 'component', entityId: world.idOf('db'), startsAt: 0, endsAt: 9000 }];
    world.report(world.idOf('api'), 'Outage', 0);
    world.step(0);
    world.report(world.idOf('db'), 'Outage', 1000);
    world.step(1);
    expect(world.timelines.get('i1')?.at(-1)?.facts).toEqual({ reason: 'ExplainedByMaintenance' });
  });
});

describe('when the next step is due', () => {
  test('is when an incident has been quiet long enough, or a window starts or ends, whichever comes first', () => {
    const world = new IncidentWorld(landscapeOf('api db', []));
    world.step(0);
    expect(world.nextDueAt).toBeNull();
    world.report(world.idOf('db'), 'Outage', 0);
    world.step(0);
    expect(world.nextDueAt).toBeNull();
    world.report(world.idOf('db'), 'Healthy', 10_000);
    world.step(10);
    expect(world.nextDueAt).toBe(310);
    world.windows = [{ id: 'w', kind: 'component', entityId: world.idOf('api'), startsAt: 20_000, endsAt: 25_000 }];
    world.step(11);
    expect(world.nextDueAt).toBe(20);
    world.step(20);
    expect(world.nextDueAt).toBe(25);
    world.step(25);
    expect(world.nextDueAt).toBe(310);
    world.step(310);
    expect(world.nextDueAt).toBeNull();
  });
});

test('a symptom keeps its start and end times, and gets new ones when it comes back', () => {
  const world = new IncidentWorld(landscapeOf('api db', ['api > db']));
  const apiOf = () => world.incidents.get('i1')?.symptoms.map(({ technicalName, since, until }) => [technicalName, since, until]);
  const at = (seconds: number, state: HealthState): void => {
    world.report(world.idOf('api'), state, seconds * 1000);
    world.step(seconds);
  };
  world.report(world.idOf('db'), 'Outage', 0);
  at(0, 'Outage');
  expect(apiOf()).toEqual([['api', 0, null]]);
  at(5, 'Healthy');
  expect(apiOf()).toEqual([['api', 0, 5000]]);
  at(9, 'Outage');
  expect(apiOf()).toEqual([['api', 9000, null]]);
});
