/**
 * Random histories of alerts in several groups from four sources, with repeats, late ends, sources that fall silent and plain reports among
 * them: at each moment, state, age and the past are those of an oracle that keeps every message.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SignalSourceInput } from '@/contract/signalSources/signalSource';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { updateTenant } from '@/server/auth/tenants';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { createEntity } from '@/server/landscape/entities';
import { firingAfter, plainAfter, stateAfter, worstOf, type ToldMessage } from '@/test/alertOracle';
import { useTestDatabase } from '@/test/database';
import { passTime } from '@/test/passTime';
import { randomRuns } from '@/test/randomRuns';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptFromSource } from './acceptFromSource';
import { acceptSignals } from './acceptSignals';
import { consumeHealth } from './consume';
import { pastStates } from './pastStates';

const { database } = await useTestDatabase();
const COMPONENTS = ['a', 'b'];
const SEVERITIES: Readonly<Record<string, HealthState>> = { critical: 'Outage', error: 'Degraded', warning: 'Warning' };
/** In minutes. Steps of time are longer or shorter by enough that a slow machine decides nothing. */
const LAPSES = 60;
const STALE = 90;

interface Sent {
  key: string;
  severity: string;
  isEnd: boolean;
  /** Minutes before or after the beginning. */
  startsAt: number;
  endsAt: number;
}
type Step =
  | { kind: 'alerts'; source: number; alerts: Sent[] }
  | { kind: 'plain'; component: string; state: HealthState }
  | { kind: 'pass'; minutes: number };

const SOURCES = [
  { source: 'alertmanager' },
  { source: 'alertmanager', instance: 'eu' },
  { source: 'grafana' },
  { source: 'datadog' },
] as const;

/** The key tells the component, so that an alert is always about the same one. */
const sent: fc.Arbitrary<Sent> = fc.record({
  key: fc.constantFrom('a-disk', 'a-load', 'b-disk', 'b-slow'),
  severity: fc.constantFrom(...Object.keys(SEVERITIES)),
  isEnd: fc.boolean(),
  startsAt: fc.integer({ min: -5, max: 5 }),
  endsAt: fc.integer({ min: -5, max: 8 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('alerts' as const),
      source: fc.nat(3),
      alerts: fc.array(sent, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('plain' as const),
      component: fc.constantFrom(...COMPONENTS),
      state: fc.constantFrom(...HEALTH_STATES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(10, 50, 70) }) },
);

interface Kept extends ToldMessage {
  component: string;
  /** The minute of its arrival. */
  minute: number;
}

function isStaleAt(minute: number, messages: readonly Kept[]): boolean {
  const minuteOf = new Map(messages.map(({ arrival, minute: at }) => [arrival, at]));
  const age = (arrival: number): number => minute - (minuteOf.get(arrival) ?? minute);
  const plain = plainAfter(messages);
  const isPlainFresh = plain !== undefined && age(plain.arrival) < STALE;
  const firing = firingAfter(messages);
  const isLapsed = ({ source, seenAt }: (typeof firing)[number]): boolean => source !== 'datadog' && age(seenAt) >= LAPSES;
  if (firing.length === 0) return plain !== undefined && !isPlainFresh;
  const rank = (states: readonly HealthState[]): number => HEALTH_STATES.indexOf(worstOf(states));
  const fresh = firing.filter((alert) => !isLapsed(alert)).map(({ state }) => state);
  return rank(firing.filter(isLapsed).map(({ state }) => state)) > rank([...fresh, ...(isPlainFresh ? [plain.state] : [])]);
}

async function send(tenant: TenantDb, at: number, { source, alerts }: Extract<Step, { kind: 'alerts' }>): Promise<Omit<Kept, 'minute'>[]> {
  const told = SOURCES[source] ?? SOURCES[0];
  const iso = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
  const kept: Omit<Kept, 'minute'>[] = [];
  const input = SignalSourceInput.parse({ ...told, ...(told.source === 'datadog' ? {} : { lapseAfterMinutes: LAPSES }) });
  const name = 'instance' in told ? `${told.source}:${told.instance}` : told.source;
  const payloads =
    told.source === 'datadog'
      ? alerts.map(({ key, severity, isEnd, startsAt }) => ({
          title: key,
          alert_transition: isEnd ? 'Recovered' : 'Triggered',
          alert_id: key,
          tags: `service:${key[0]},severity:${severity}`,
          date: String(Date.parse(iso(startsAt))),
        }))
      : [
          {
            version: '4',
            alerts: alerts.map(({ key, severity, isEnd, startsAt, endsAt }) => ({
              status: isEnd ? 'resolved' : 'firing',
              labels: { component: key[0], severity },
              fingerprint: key,
              startsAt: iso(startsAt),
              endsAt: iso(endsAt),
            })),
          },
        ];
  for (const payload of payloads) await acceptFromSource(tenant, 'Enterprise', input, payload, new Date());
  for (const [place, { key, severity, isEnd, startsAt, endsAt }] of alerts.entries())
    kept.push({
      component: key[0] ?? '',
      alert: { source: name, key, startsAt, endsAt: isEnd ? (told.source === 'datadog' ? startsAt : endsAt) : null },
      state: isEnd ? 'Healthy' : (SEVERITIES[severity] ?? 'Outage'),
      arrival: at + place / 10,
      observedAt: at,
    });
  return kept;
}

it('gives the state, the age and the past of the oracle after each step', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
      const tenant = await newTenant(database, 'Enterprise');
      await updateTenant(tenant, EVERYTHING, { staleAfterMinutes: STALE }, null);
      const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
      const ids = new Map<string, string>();
      for (const name of COMPONENTS)
        ids.set(name, (await createEntity(tenant, EVERYTHING, 'component', { name, technicalName: name, applicationId })).id);
      const kept: Kept[] = [];
      let minute = 0;
      for (const [at, one] of steps.entries()) {
        if (one.kind === 'pass') {
          minute += one.minutes;
          await passTime(tenant, one.minutes);
        } else if (one.kind === 'plain') {
          await acceptSignals(tenant, 'Enterprise', [one], new Date());
          kept.push({ component: one.component, alert: null, state: one.state, arrival: at, observedAt: at, minute });
        } else kept.push(...(await send(tenant, at, one)).map((message) => ({ ...message, minute })));
        await consumeHealth(30_000, tenant.tenantId);
        const rows = await read(tenant, (tx) => tx.componentHealth.findMany({ select: { componentId: true, state: true, isStale: true } }));
        const past = await pastStates(tenant, new Date(Date.now() + 1_000));
        for (const name of COMPONENTS) {
          const own = kept.filter(({ component }) => component === name);
          const row = rows.find(({ componentId }) => componentId === ids.get(name));
          const state = stateAfter(own);
          expect([at, name, row?.state, row?.isStale]).toEqual([at, name, state, state === undefined ? undefined : isStaleAt(minute, own)]);
          const then = past.unhealthy.find(({ componentId }) => componentId === ids.get(name))?.state ?? 'Healthy';
          expect([at, name, then]).toEqual([at, name, state ?? 'Healthy']);
        }
      }
    }),
    randomRuns(8),
  );
});
