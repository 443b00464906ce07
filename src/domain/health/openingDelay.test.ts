/**
 * When incidents open, and when they do not: storms of symptoms before and after their cause, flapping, and what remains after a reopening.
 */
import { describe, expect, it } from 'vitest';
import { IncidentWorld, landscapeOf } from '@/test/incidentWorld';

const SERVICES = Array.from({ length: 20 }, (_, i) => `s${i}`);

/** Twenty services on one database. */
function storm(openAfterSeconds: number, recoveryGraceSeconds: number): IncidentWorld {
  const world = new IncidentWorld(
    landscapeOf(
      `db ${SERVICES.join(' ')}`,
      SERVICES.map((name) => `${name} > db`),
    ),
  );
  world.openAfterSeconds = openAfterSeconds;
  world.recoveryGraceSeconds = recoveryGraceSeconds;
  return world;
}

function report(world: IncidentWorld, names: readonly string[], state: 'Healthy' | 'Outage', seconds: number): string[] {
  for (const name of names) world.report(world.idOf(name), state, seconds * 1000);
  return world.step(seconds);
}

describe('the opening delay', () => {
  it('opens one incident where the symptoms came a second before their cause', () => {
    const world = storm(15, 60);
    expect(report(world, SERVICES, 'Outage', 100)).toEqual([]);
    expect(report(world, ['db'], 'Outage', 101)).toEqual([]);
    expect(world.openings).toEqual({ db: 116 });
    expect(world.nextDueAt).toBe(116);
    expect(world.step(115.9)).toEqual([]);
    expect(world.step(116)).toEqual(['opened 1']);
    expect(world.subjects('Open')).toEqual([`db: ${[...SERVICES].sort().join(' ')}`]);
    expect(world.openings).toEqual({});
  });

  it('of zero opens incidents at once', () => {
    expect(report(storm(0, 0), ['db'], 'Outage', 100)).toEqual(['opened 1']);
  });

  it('starts over for a component that recovered in the meantime', () => {
    const world = storm(15, 60);
    report(world, ['db'], 'Outage', 100);
    report(world, ['db'], 'Healthy', 110);
    expect(world.openings).toEqual({});
    report(world, ['db'], 'Outage', 120);
    expect(world.step(134)).toEqual([]);
    expect(world.step(135)).toEqual(['opened 1']);
  });

  it('begins when a component is no longer explained, however long it has been unhealthy', () => {
    const world = storm(15, 0);
    report(world, ['db'], 'Outage', 100);
    report(world, ['s1'], 'Outage', 101);
    world.step(115);
    report(world, ['db'], 'Healthy', 200);
    expect(world.openings).toEqual({ s1: 215 });
  });
});

describe('the grace after a recovery', () => {
  it('opens nothing for services that recover two seconds after their database', () => {
    const world = storm(0, 60);
    report(world, ['db', ...SERVICES], 'Outage', 100);
    expect(report(world, ['db'], 'Healthy', 200)).toEqual(['updated 1']);
    expect(world.openings).toEqual(Object.fromEntries(SERVICES.map((name) => [name, 260])));
    expect(report(world, SERVICES, 'Healthy', 202)).toEqual([]);
    expect(world.step(261)).toEqual([]);
    expect(world.incidents.size).toBe(1);
  });

  it('opens an incident for a symptom that has not recovered by its end, and names the incident it came from', () => {
    const world = storm(0, 60);
    report(world, ['db', 's1'], 'Outage', 100);
    report(world, ['db'], 'Healthy', 200);
    expect(world.step(259)).toEqual([]);
    expect(world.step(260)).toEqual(['opened 2']);
    expect(world.all()).toEqual(['1 Monitoring db', '2 Open s1']);
  });

  it('does not apply to a component that never was a symptom', () => {
    const world = new IncidentWorld(landscapeOf('db web other', ['web > db']));
    world.recoveryGraceSeconds = 60;
    report(world, ['db', 'web'], 'Outage', 100);
    report(world, ['db'], 'Healthy', 200);
    expect(report(world, ['other'], 'Outage', 201)).toEqual(['opened 2']);
  });
});

describe('a flapping cause', () => {
  /** Down at even minutes, up at odd ones. */
  function flap(world: IncidentWorld, changes: number): string[] {
    return Array.from({ length: changes }, (_, i) => report(world, ['db'], i % 2 === 0 ? 'Outage' : 'Healthy', i * 60)).flat();
  }

  it('is reported as flapping once, and then nothing until it has been quiet for five minutes', () => {
    const world = storm(0, 0);
    world.report(world.idOf('db'), 'Healthy', 0);
    const told = flap(world, 7);
    expect(told).toEqual(['opened 1', 'updated 1', 'reopened 1', 'updated 1', 'reopened 1', 'updated 1']);
    expect(world.incidents.get('i1')).toMatchObject({ state: 'Open', isFlapping: true });
    expect(report(world, ['db'], 'Healthy', 420)).toEqual([]);
    expect(world.incidents.get('i1')).toMatchObject({ state: 'Open', isFlapping: true });
    expect(world.nextDueAt).toBe(720);
    expect(world.step(719)).toEqual([]);
    expect(world.step(720)).toEqual(['updated 1']);
    expect(world.incidents.get('i1')).toMatchObject({ state: 'Monitoring', isFlapping: false, healthySince: 720_000 });
    expect(world.kindsOf(1).filter((kind) => kind.startsWith('Flapping'))).toEqual(['FlappingBegan', 'FlappingEnded']);
  });

  it('keeps its symptoms from opening separate incidents while it lasts', () => {
    const world = storm(0, 60);
    report(world, ['db', 's1'], 'Outage', 0);
    flap(world, 8);
    expect(world.incidents.size).toBe(1);
  });
});

it('an acknowledgement survives a reopen', () => {
  const world = storm(0, 0);
  report(world, ['db'], 'Outage', 100);
  world.act(101, 'acknowledge', 1);
  report(world, ['db'], 'Healthy', 200);
  expect(report(world, ['db'], 'Outage', 210)).toEqual(['reopened 1']);
  expect(world.incidents.get('i1')).toMatchObject({ state: 'Acknowledged', acknowledgedBy: 'Ada' });
});
