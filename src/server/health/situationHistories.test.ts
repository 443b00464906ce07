/**
 * Random histories of signals over landscapes with redundancy groups: at each instant, what pages, events and messages say of every situation
 * is what an independent oracle says, the parts of the incidents add up to it, and whoever follows the events knows which situations there are.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IncidentSummary } from '@/contract/incidents';
import type { Situation as ToldSituation } from '@/contract/situations';
import { isUnresolved } from '@/domain/health/incident';
import { ALL_MONITORED } from '@/domain/health/notMonitored';
import type { Situation } from '@/domain/health/situation';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { landscapes } from '@/test/graphArbitrary';
import { IncidentWorld } from '@/test/incidentWorld';
import { randomFactor, randomRuns } from '@/test/randomRuns';
import { toldSituations } from '@/test/situationOracle';
import { eventMessage } from '@/server/webhooks/messages/eventMessage';
import { summaryOf } from './incidentViews';
import { situationEvents } from './situationEvents';
import { toldSituation } from './situationViews';
import { SituationLookup } from './storedSituations';

const PATIENCE_MS = 600_000;
const index = fc.noBias(fc.nat(0xffff));
const portion = fc.array(fc.record({ component: index, state: fc.constantFrom(...HEALTH_STATES, 'Outage' as const) }), { maxLength: 4 });
const histories = fc.record({
  facts: landscapes.filter(({ components }) => components.length > 0),
  portions: fc.noBias(fc.array(portion, { minLength: 3, maxLength: 8 })),
  pace: fc.constantFrom(10, 200),
});

const byFirstCause = <Row extends { causes: { technicalName: string }[] }>(rows: readonly Row[]): Row[] => {
  const sorted = rows.map((row) => ({ ...row, causes: [...row.causes].sort((a, b) => (a.technicalName < b.technicalName ? -1 : 1)) }));
  return sorted.sort((a, b) => (a.causes[0]!.technicalName < b.causes[0]!.technicalName ? -1 : 1));
};

/** As pages and events show it, in the form of the oracle. */
function plain({ causes, counts, exposure }: ToldSituation) {
  const { expectedPerHour = NaN, perHour = NaN } = exposure ?? {};
  return { causes: causes.map(({ technicalName, part }) => ({ technicalName, part })), counts, exposure: { perHour, expectedPerHour } };
}

/** The page of each incident that is not over. */
function pagesOf(world: IncidentWorld, lookup: SituationLookup): IncidentSummary[] {
  return [...world.incidents.values()].filter(isUnresolved).map((incident) => {
    const stored = {
      incident,
      number: Number(incident.id.slice(1)),
      situationId: world.situationIds.get(incident.id) ?? null,
      cost: null,
      version: 1,
      updatedAt: new Date(0),
    };
    return summaryOf(stored, { lookup, applications: 1, currency: 'EUR' }, { isUnderMaintenance: false, isStale: false, now: new Date(0) });
  });
}

/** What somebody knows who only reads the events. */
class Follower {
  readonly causes = new Map<string, Set<string>>();

  read(events: ReturnType<typeof situationEvents>): void {
    const before = new Map(this.causes);
    for (const event of events) {
      if (event.type !== 'situation.changed') throw new Error(event.type);
      const { situation, joined, left, mergedFrom } = event.data;
      const id = situation.id!;
      const own = before.get(id) ?? new Set<string>();
      const known = own.size > 0 ? own : (before.get(mergedFrom[0] ?? '') ?? own);
      const now = new Set([...known, ...joined].filter((name) => !left.includes(name)));
      expect([...now].sort()).toEqual(situation.causes.map(({ technicalName }) => technicalName).sort());
      for (const former of mergedFrom) this.causes.delete(former);
      this.causes.set(id, now);
    }
  }
}

function checkIncidents(world: IncidentWorld, told: readonly ToldSituation[]): void {
  const lookup = new SituationLookup({ situations: world.situations, notMonitored: ALL_MONITORED });
  const pages = pagesOf(world, lookup);
  for (const situation of told) {
    const members = pages.filter(({ id }) => situation.incidents.includes(id));
    expect(members.length).toBe(situation.incidents.length);
    expect(situation.id).toBe(
      members.length === 0 ? null : members.reduce((oldest, one) => (one.number < oldest.number ? one : oldest)).id,
    );
    const shown = members.reduce((sum, { exposure }) => sum + Math.round((exposure?.expectedPerHour ?? NaN) * 100), 0);
    const without = situation.causes.filter(({ incidentId }) => incidentId === null);
    const apart = without.reduce((sum, { part }) => sum + Math.round((part?.expectedPerHour ?? NaN) * 100), 0);
    expect(shown + apart).toBe(Math.round((situation.exposure?.expectedPerHour ?? NaN) * 100));
    for (const { situationId } of members) expect(situationId).toBe(situation.id);
  }
  // Every incident that is not over is in one situation.
  expect(pages.map(({ id }) => id).sort()).toEqual(told.flatMap(({ incidents }) => incidents).sort());
}

test(
  'say of each situation what the oracle says, in parts that add up',
  () => {
    fc.assert(
      fc.property(histories, ({ facts, portions, pace }) => {
        const world = new IncidentWorld(facts);
        const follower = new Follower();
        let former: Situation[] = [];
        for (const [turn, reports] of portions.entries()) {
          const seconds = (turn + 1) * pace;
          for (const { component, state } of reports) {
            const id = facts.components[component % facts.components.length]!.id;
            if (world.health.get(id)?.state !== state) world.report(id, state, seconds * 1_000 - component);
          }
          world.step(seconds);
          const failing = [...world.health].filter(([, { state }]) => state !== 'Healthy');
          const own = new Map(failing.map(([id, { state }]) => [id, HEALTH_STATES.indexOf(state)]));
          const oracle = toldSituations(facts, own, new Map(failing.map(([id, { since }]) => [id, since])));
          const told = world.situations.map((situation) => toldSituation(situation, 'EUR'));
          expect(byFirstCause(told.filter(({ causes }) => causes.length > 0).map(plain))).toEqual(
            oracle.map(({ causes, ...rest }) => ({ ...rest, causes: causes.map(({ technicalName, part }) => ({ technicalName, part })) })),
          );
          checkIncidents(world, told);
          const events = situationEvents(former, world.situations, 'EUR');
          follower.read(events);
          const present = told.filter(({ id, causes }) => id !== null && causes.length > 0);
          const followed = [...follower.causes].filter(([, names]) => names.size > 0);
          expect(Object.fromEntries(followed)).toEqual(
            Object.fromEntries(present.map(({ id, causes }) => [id, new Set(causes.map(({ technicalName }) => technicalName))])),
          );
          for (const { type, data, revenue } of events) checkMessage({ ...data, ...revenue } as { situation: ToldSituation }, type);
          former = world.situations;
        }
      }),
      // 300 in `npm test`, 15,000 in the long tests.
      randomRuns(randomFactor() > 1 ? 1_500 : 750),
    );
  },
  PATIENCE_MS,
);

/** The numbers that people read; of what there is none of, nothing is said. */
function checkMessage(data: { situation: ToldSituation }, type: string): void {
  const envelope = { id: 'e', type: type as 'situation.changed', timestamp: '', tenantId: '', sequence: 1, data: data as never };
  const { facts } = eventMessage(envelope, (page) => page);
  const said = new Map(facts.map(({ label, value }) => [label, value]));
  const { counts, exposure } = data.situation;
  const words = (number: number, unit = ''): string | undefined => (number === 0 ? undefined : `${unit}${number.toLocaleString('en')}`);
  expect(said.get('Components affected')).toBe(words(counts.components));
  expect(said.get('Applications')).toBe(words(counts.applications));
  expect(said.get('Expected cost per hour')).toBe(words(Math.round(exposure?.expectedPerHour ?? NaN), 'EUR '));
}
