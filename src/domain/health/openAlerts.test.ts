/** Alerts of several groups and senders about the same components, in any order and in any portions, against an oracle that keeps every message. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { stateAfter, type ToldMessage } from '@/test/alertOracle';
import { randomRuns } from '@/test/randomRuns';
import { foldSignals, type Folded, type QueuedSignal, type ReportedState } from './foldSignals';
import { ALREADY_ENDED, OLDER_OCCURRENCE, UNTOLD, type KnownAlert } from './openAlerts';

interface Told {
  component: string;
  /** Null for a report of the component itself. */
  alert: { source: string; key: string; startsAt: number | null; endsAt?: number | null } | null;
  state: HealthState;
  observedAt: number;
}

/** What is stored between turns. */
interface Stored {
  reports: Map<string, ReportedState>;
  alerts: Map<string, KnownAlert>;
}

const nothing = (): Stored => ({ reports: new Map(), alerts: new Map() });
const idOf = ({ source, key }: { source: string; key: string }): string => `${source}/${key}`;

function queued({ component, alert, state, observedAt }: Told, arrival: number): QueuedSignal {
  return {
    signalId: `s${arrival}`,
    position: BigInt(arrival),
    componentId: component,
    state,
    observedAt: alert === null ? Math.min(observedAt, arrival) : arrival,
    acceptedAt: arrival,
    source: alert?.source ?? null,
    message: null,
    alert:
      alert === null
        ? null
        : {
            key: alert.key,
            name: null,
            startsAt: alert.startsAt,
            endsAt: state === 'Healthy' ? (alert.endsAt ?? null) : null,
            isClosed: false,
          },
  };
}

/** Folds one portion in, reading and writing what the product reads and writes. */
function take(stored: Stored, signals: readonly QueuedSignal[]): Folded {
  const named = signals.flatMap((signal) => stored.alerts.get(idOf({ source: signal.source ?? '', key: signal.alert?.key ?? '-' })) ?? []);
  const components = new Set([...signals.map(({ componentId }) => componentId), ...named.map(({ componentId }) => componentId)]);
  const firing = [...stored.alerts.values()].filter(({ componentId, state }) => state !== 'Healthy' && components.has(componentId));
  const folded = foldSignals(signals, stored.reports, [...new Set([...named, ...firing])], () => true);
  for (const alert of folded.forgotten) stored.alerts.delete(idOf(alert));
  for (const alert of folded.alerts) stored.alerts.set(idOf(alert), alert);
  for (const report of folded.changed) stored.reports.set(report.componentId, report);
  return folded;
}

const toldOf = ({ alert, source, state, acceptedAt, observedAt }: QueuedSignal): ToldMessage => ({
  alert: alert === null ? null : { ...alert, source: source ?? '' },
  state,
  arrival: acceptedAt,
  observedAt,
});

const told: fc.Arbitrary<Told> = fc.record({
  component: fc.constantFrom('a', 'b'),
  alert: fc.option(
    fc.record({
      source: fc.constantFrom('alertmanager', 'alertmanager:eu', 'grafana', 'datadog'),
      key: fc.constantFrom('disk', 'load', 'slow'),
      startsAt: fc.integer({ min: 0, max: 6 }),
      endsAt: fc.option(fc.integer({ min: 0, max: 8 })),
    }),
    { freq: 4 },
  ),
  state: fc.constantFrom(...HEALTH_STATES, 'Healthy' as const),
  observedAt: fc.integer({ min: 0, max: 40 }),
});

describe('alerts that are kept apart', () => {
  it('give the states of the oracle at every moment, however the messages are ordered and split', () => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 40 }), fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), (given, sizes) => {
        // One alert is about one component, whatever it says.
        const signals = given.map((one, arrival) =>
          queued({ ...one, component: one.alert?.key === 'slow' ? 'a' : one.component }, arrival),
        );
        const fixed = signals.map((signal) => (signal.alert?.key === 'load' ? { ...signal, componentId: 'b' } : signal));
        const all = fixed.map((signal) => (signal.alert?.key === 'disk' ? { ...signal, componentId: 'a' } : signal));
        const stored = nothing();
        for (let start = 0, turn = 0; start < all.length; turn += 1) {
          const end = start + (sizes[turn % sizes.length] ?? 1);
          take(stored, all.slice(start, end));
          start = end;
          for (const component of ['a', 'b']) {
            const before = all.slice(0, end).filter(({ componentId }) => componentId === component);
            expect(stored.reports.get(component)?.state).toBe(stateAfter(before.map(toldOf)));
          }
        }
        const whole = nothing();
        take(whole, all);
        const shown = ({ alerts }: Stored): unknown[] => [...alerts].map(([id, { seenAt: _seenAt, ...alert }]) => [id, alert]).sort();
        expect(shown(stored)).toEqual(shown(whole));
        expect([...stored.reports].map(([id, { since }]) => [id, since]).sort()).toEqual(
          [...whole.reports].map(([id, { since }]) => [id, since]).sort(),
        );
      }),
      randomRuns(300),
    );
  });

  const fires = (key: string, state: HealthState, startsAt: number | null, source = 'alertmanager'): Told => ({
    component: 'a',
    alert: { source, key, startsAt },
    state,
    observedAt: 0,
  });
  const ends = (key: string, startsAt: number | null, source = 'alertmanager'): Told => fires(key, 'Healthy', startsAt, source);
  const plain = (state: HealthState): Told => ({ component: 'a', alert: null, state, observedAt: 1e9 });

  it.each<{ name: string; given: Told[]; states: HealthState[]; reason?: string | RegExp }>([
    {
      name: 'the end of a mild alert leaves the critical one',
      given: [fires('disk', 'Outage', 1), fires('slow', 'Warning', 2), ends('slow', 2), ends('disk', 1)],
      states: ['Outage', 'Outage', 'Outage', 'Healthy'],
    },
    {
      name: 'an alert that began before the last report counts from its arrival',
      given: [plain('Healthy'), fires('disk', 'Outage', -20)],
      states: ['Healthy', 'Outage'],
    },
    {
      name: 'a report that all is well does not end an alert',
      given: [fires('disk', 'Degraded', 1), plain('Healthy')],
      states: ['Degraded', 'Degraded'],
      reason: /stays at Degraded, because an alert of alertmanager still fires/,
    },
    {
      name: 'an end that arrives first covers the firing message that it belongs to',
      given: [ends('disk', 5), fires('disk', 'Outage', 5), fires('disk', 'Outage', 6)],
      states: ['Healthy', 'Healthy', 'Outage'],
    },
    {
      name: 'a late end of an earlier occurrence leaves the present one',
      given: [fires('disk', 'Outage', 1), fires('disk', 'Degraded', 5), ends('disk', 1)],
      states: ['Outage', 'Degraded', 'Degraded'],
      reason: OLDER_OCCURRENCE,
    },
    {
      name: 'an end whose start is told otherwise ends what began before it ended',
      given: [
        fires('disk', 'Outage', 5),
        { ...ends('disk', 1), alert: { source: 'alertmanager', key: 'disk', startsAt: 1, endsAt: 6 } },
        fires('disk', 'Outage', 5),
      ],
      states: ['Outage', 'Healthy', 'Healthy'],
      reason: ALREADY_ENDED,
    },
    {
      name: 'a repeat of what has ended is history',
      given: [fires('disk', 'Outage', 1), ends('disk', 1), fires('disk', 'Outage', 1)],
      states: ['Outage', 'Healthy', 'Healthy'],
      reason: ALREADY_ENDED,
    },
    {
      name: 'an end without times ends an alert whose clock is ahead',
      given: [fires('disk', 'Outage', 1_000_000), ends('disk', null)],
      states: ['Outage', 'Healthy'],
    },
    {
      name: 'the same key of another source is another alert',
      given: [fires('disk', 'Outage', 1), ends('disk', 9, 'alertmanager:eu')],
      states: ['Outage', 'Outage'],
    },
  ])('$name', ({ given, states, reason }) => {
    const stored = nothing();
    const folded = given.map((one, arrival) => take(stored, [queued(one, arrival)]).outcomes.get(`s${arrival}`));
    const found = given.map((_, arrival) => {
      const until = nothing();
      for (const [at, one] of given.slice(0, arrival + 1).entries()) take(until, [queued(one, at)]);
      return until.reports.get('a')?.state;
    });
    expect(found).toEqual(states);
    if (reason !== undefined) expect(folded.at(-1)?.reason).toMatch(reason);
  });

  it('one that was closed by hand opens again with its next message, and its end still covers it', () => {
    const stored = nothing();
    const close = queued(ends('disk', null), 2);
    const states = [
      queued(fires('disk', 'Outage', 1), 1),
      { ...close, alert: { key: 'disk', name: null, startsAt: null, endsAt: null, isClosed: true } },
      queued(fires('disk', 'Outage', 1), 3),
      queued(ends('disk', 1), 4),
      queued(fires('disk', 'Outage', 1), 5),
    ].map((signal) => {
      take(stored, [signal]);
      return stored.reports.get('a')?.state;
    });
    expect(states).toEqual(['Outage', 'Healthy', 'Outage', 'Healthy', 'Healthy']);
  });

  it('an alert that names another component ends for the first', () => {
    const stored = nothing();
    take(stored, [queued(fires('disk', 'Outage', 1), 1)]);
    take(stored, [queued({ ...fires('disk', 'Outage', 1), component: 'b' }, 2)]);
    expect([...stored.reports].map(([id, { state }]) => [id, state])).toEqual([
      ['a', 'Healthy'],
      ['b', 'Outage'],
    ]);
  });

  it('what an alert had set before alerts were kept apart is replaced by the next message of such a source', () => {
    const untold: KnownAlert = {
      source: 'alertmanager',
      key: `${UNTOLD}a`,
      componentId: 'a',
      name: null,
      state: 'Outage',
      firesFrom: 0,
      endedUpTo: null,
      since: 0,
      seenAt: 0,
      message: null,
    };
    const stored = nothing();
    stored.alerts.set(idOf(untold), untold);
    expect(take(stored, [queued(fires('disk', 'Warning', 1, 'grafana'), 1)]).changed).toMatchObject([{ state: 'Outage' }]);
    expect(take(stored, [queued(ends('slow', 2, 'alertmanager:eu'), 2)]).changed).toMatchObject([{ state: 'Warning' }]);
    expect([...stored.alerts.keys()].sort()).toEqual(['alertmanager:eu/slow', 'grafana/disk']);
  });
});
