/** What an incident does not do: send events under maintenance, forget who acknowledged it, or continue after it has ended. */
import { describe, expect, it } from 'vitest';
import type { HealthState } from '@/domain/vocabulary';
import { IncidentWorld, landscapeOf } from '@/test/incidentWorld';

type Report = (seconds: number, reports: Record<string, HealthState>) => string[];

function worldOf(names: string, ...lines: string[]): { world: IncidentWorld; at: Report } {
  const world = new IncidentWorld(landscapeOf(names, lines));
  const at: Report = (seconds, reports) => {
    Object.entries(reports).forEach(([name, state]) => world.report(world.idOf(name), state, seconds * 1000));
    return world.step(seconds);
  };
  return { world, at };
}

function maintain(world: IncidentWorld, name: string, from: number, to: number): void {
  world.windows.push({ id: `w ${name}`, kind: 'component', entityId: world.idOf(name), startsAt: from * 1000, endsAt: to * 1000 });
}

describe('under maintenance', () => {
  it('a merge happens without an event', () => {
    const { world, at } = worldOf('api db', 'api > db');
    expect(at(0, { db: 'Degraded', api: 'Outage' })).toEqual(['opened 1', 'opened 2']);
    maintain(world, 'db', 10, 100);
    expect(at(10, { db: 'Outage' })).toEqual([]);
    expect(world.all()).toEqual(['1 Open db: api', '2 Merged db']);
  });

  it('the same merge without a window is reported', () => {
    const { world, at } = worldOf('api db', 'api > db');
    at(0, { db: 'Degraded', api: 'Outage' });
    expect(at(10, { db: 'Outage' })).toEqual(['merged 2', 'updated 1']);
    expect(world.all()).toEqual(['1 Open db: api', '2 Merged db']);
  });
});

describe('an incident that comes back', () => {
  it('is still acknowledged by the same person', () => {
    const { world, at } = worldOf('db');
    at(0, { db: 'Outage' });
    world.act(1, 'acknowledge', 1);
    at(2, { db: 'Healthy' });
    expect(world.incidents.get('i1')).toMatchObject({ state: 'Monitoring', acknowledgedBy: 'Ada', acknowledgedAt: 1_000 });
    at(3, { db: 'Outage' });
    expect(world.incidents.get('i1')).toMatchObject({
      state: 'Acknowledged',
      acknowledgedBy: 'Ada',
      acknowledgedAt: 1_000,
      healthySince: null,
    });
  });
});

describe('an incident in Monitoring', () => {
  it('does not reopen for a cause that fails again under maintenance', () => {
    const { world, at } = worldOf('db');
    at(0, { db: 'Outage' });
    at(1, { db: 'Healthy' });
    maintain(world, 'db', 2, 100);
    expect(at(2, { db: 'Outage' })).toEqual([]);
    expect(world.all()).toEqual(['1 Monitoring db']);
  });
});
