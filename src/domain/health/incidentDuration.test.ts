/** From when to when an outage lasted, which is not from when to when its incident was open. */
import { describe, expect, it } from 'vitest';
import { IncidentWorld, landscapeOf } from '@/test/incidentWorld';
import { endOf } from './incident';

type Report = [seconds: number, component: string, state: 'Healthy' | 'Warning' | 'Degraded' | 'Outage'];

function worldAfter(reports: readonly Report[]): IncidentWorld {
  const world = new IncidentWorld(landscapeOf('db api', ['api > db']));
  world.openAfterSeconds = 15;
  world.recoveryGraceSeconds = 60;
  for (const [seconds, component, state] of reports) {
    world.report(world.idOf(component), state, seconds * 1_000);
    world.step(seconds);
  }
  return world;
}

/** Start and end in seconds, as of a step in which the incident was last changed. */
function outageOf(world: IncidentWorld, number: number, changedAt: number): [number, number | null] {
  const incident = world.incidents.get(`i${number}`)!;
  const end = endOf(incident, changedAt * 1_000);
  return [incident.startedAt / 1_000, end === null ? null : end / 1_000];
}

describe('an outage', () => {
  it('of 19 seconds lasted 19 seconds, although its incident was resolved five minutes later', () => {
    const world = worldAfter([[100, 'db', 'Outage']]);
    expect(world.step(115)).toEqual(['opened 1']);
    expect(outageOf(world, 1, 115)).toEqual([100, null]);
    world.report(world.idOf('db'), 'Healthy', 119_000);
    world.step(119);
    expect(outageOf(world, 1, 119)).toEqual([100, 119]);
    expect(world.step(419)).toEqual(['resolved 1']);
    expect(outageOf(world, 1, 419)).toEqual([100, 119]);
  });

  it('began with the first bad report, although it got worse before its incident opened', () => {
    const world = worldAfter([
      [100, 'db', 'Degraded'],
      [110, 'db', 'Outage'],
    ]);
    world.step(115);
    expect(outageOf(world, 1, 115)).toEqual([100, null]);
  });

  it('that a person resolved while it lasted ended at that moment', () => {
    const world = worldAfter([[100, 'db', 'Outage']]);
    world.step(115);
    world.act(160, 'resolve', 1);
    expect(outageOf(world, 1, 160)).toEqual([100, 160]);
    world.report(world.idOf('db'), 'Healthy', 300_000);
    world.step(300);
    expect(outageOf(world, 1, 300)).toEqual([100, 160]);
  });

  it('that reopened has not ended, and keeps its start', () => {
    const world = worldAfter([[100, 'db', 'Outage']]);
    world.step(115);
    world.report(world.idOf('db'), 'Healthy', 200_000);
    world.step(200);
    world.report(world.idOf('db'), 'Outage', 220_000);
    world.step(220);
    expect(outageOf(world, 1, 220)).toEqual([100, null]);
  });

  it('of a symptom that turned out to have a deeper cause goes on under that cause', () => {
    const world = worldAfter([[100, 'api', 'Outage']]);
    world.step(115);
    world.openAfterSeconds = 0;
    world.report(world.idOf('db'), 'Outage', 130_000);
    world.step(130);
    expect(world.incidents.get('i1')).toMatchObject({ state: 'Open', cause: { technicalName: 'db' } });
    expect(outageOf(world, 1, 130)).toEqual([100, null]);
  });
});
