import { describe, expect, test } from 'vitest';
import type { LiveImpact } from './useLiveImpact';
import { verdictOf as verdictOfLive } from './verdict';

const states = { Healthy: 24, Warning: 0, Degraded: 0, Outage: 0, unreported: 0 };
interface Standing {
  states: LiveImpact['snapshot']['states'];
  maintenanceCount: number;
  causes: Pick<LiveImpact['impact']['causes'][number], 'name' | 'state' | 'isUnderMaintenance'>[];
  causesOmitted: number;
  applications: Pick<LiveImpact['snapshot']['applications'][number], 'effectiveState' | 'lifecycleState'>[];
  capabilities: Pick<LiveImpact['snapshot']['capabilities'][number], 'effectiveState'>[];
  processes: Pick<LiveImpact['snapshot']['processes'][number], 'effectiveState'>[];
  audiences: Pick<LiveImpact['snapshot']['audiences'][number], 'effectiveState' | 'people'>[];
  revenue: { currency: string; expectedPerHour: number } | null;
}

function verdictOf({ maintenanceCount, causes, causesOmitted, revenue, ...snapshot }: Standing) {
  const maintenance = Array.from({ length: maintenanceCount }, () => ({}));
  const revenueExposure = revenue === null ? undefined : { ...revenue, byAudience: [{}] };
  return verdictOfLive({
    snapshot: { ...snapshot, maintenance, revenueExposure },
    impact: { causes, causesOmitted },
  } as unknown as LiveImpact);
}

const quiet: Standing = {
  states,
  maintenanceCount: 0,
  causes: [],
  causesOmitted: 0,
  applications: [],
  capabilities: [],
  processes: [],
  audiences: [],
  revenue: null,
};
const cause = (name: string, more: Partial<Standing['causes'][number]> = {}) => ({
  name,
  state: 'Outage' as const,
  isUnderMaintenance: false,
  ...more,
});

describe('the sentence about the current state', () => {
  test('shows healthy only if every component reports and nothing is wrong', () => {
    expect(verdictOf(quiet)).toEqual({ mark: 'Healthy', sentence: 'Nothing is affected', detail: 'All 24 components report.' });
  });

  test('does not call components healthy that never reported', () => {
    expect(verdictOf({ ...quiet, states: { ...states, unreported: 2 } })).toEqual({
      mark: 'unclear',
      sentence: 'Nothing is known to be affected',
      detail: '24 of 26 components report; 2 not reported.',
    });
  });

  test('claims nothing if nothing reports, also where it once did', () => {
    expect(verdictOf({ ...quiet, states: { ...states, Healthy: 0, unreported: 26 } })).toEqual({
      mark: 'unclear',
      sentence: 'Nothing is known',
      detail: 'None of the 26 components reports its health, so their state is unknown.',
    });
  });

  test('never shows maintenance as green, with or without trouble under it', () => {
    expect(verdictOf({ ...quiet, maintenanceCount: 1 })).toMatchObject({
      mark: 'unclear',
      detail: 'All 24 components report. Under maintenance: 1.',
    });
    expect(verdictOf({ ...quiet, maintenanceCount: 1, causes: [cause('Cart', { isUnderMaintenance: true })] })).toMatchObject({
      mark: 'maintenance',
      sentence: 'What is wrong is under maintenance',
    });
  });

  test('sets apart what is not in service', () => {
    const old = { effectiveState: 'Outage', lifecycleState: 'Retired' } as const;
    const shop = { effectiveState: 'Outage', lifecycleState: 'Sunset' } as const;
    const { sentence } = verdictOf({ ...quiet, causes: [cause('Cart')], applications: [old, shop, old] });
    expect(sentence).toBe('Cart is down. Affected: 1 application. Also affected: 2 applications not in service.');
    expect(verdictOf({ ...quiet, causes: [cause('Cart')], applications: [old] }).sentence).toBe(
      'Cart is down. Affected: 1 application not in service.',
    );
  });

  test('names one cause with its state and what it affects, without what is still healthy', () => {
    const verdict = verdictOf({
      ...quiet,
      causes: [cause('Astronomy database')],
      applications: (['Outage', 'Degraded', 'Healthy'] as const).map((effectiveState) => ({
        effectiveState,
        lifecycleState: 'Production',
      })),
      audiences: [
        { effectiveState: 'Warning', people: 1_200 },
        { effectiveState: 'Healthy', people: 5 },
      ],
      revenue: { currency: 'EUR', expectedPerHour: 1_000 },
    });
    expect(verdict).toMatchObject({
      mark: 'Outage',
      sentence: 'Astronomy database is down. Affected: 2 applications, 1 audience with 1,200 people. Expected cost per hour: €1,000.',
    });
  });

  test('does not count as few people those of audiences without a number', () => {
    const audiences = [1_200, null].map((people) => ({ effectiveState: 'Outage' as const, people }));
    expect(verdictOf({ ...quiet, causes: [cause('Cart')], audiences }).sentence).toBe(
      'Cart is down. Affected: 2 audiences with at least 1,200 people.',
    );
  });

  test('names several causes, the worst first, and counts the rest', () => {
    const causes = ['Database', 'Queue', 'Cache', 'Mail'].map((name) => cause(name, { state: 'Degraded' }));
    expect(verdictOf({ ...quiet, causes, causesOmitted: 10 })).toMatchObject({
      mark: 'Degraded',
      sentence: 'Database, Queue, Cache and 11 more are unhealthy. No application is affected.',
    });
    expect(verdictOf({ ...quiet, causes: causes.slice(0, 2) }).sentence).toBe(
      'Database and Queue are degraded. No application is affected.',
    );
  });

  test('says that a landscape without components has nothing to watch', () => {
    expect(verdictOf({ ...quiet, states: { ...states, Healthy: 0 } }).sentence).toBe('There is nothing to watch yet');
  });
});
