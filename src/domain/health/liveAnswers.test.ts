/**
 * Every answer about live health, compared with an oracle, for up to six failures on random landscapes with cycles and redundancy groups.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explain } from './explanation';
import { healthImpact, type HealthImpactCause } from './healthImpact';
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import { maintenanceAt } from './maintenance';
import { snapshotBody } from './snapshot';
import { FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';
import { fewFailures, impactOf } from '@/test/healthArbitrary';
import { byName, rounded, toldLive, type ToldCause, type ToldLive } from '@/test/liveOracle';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const QUIET = maintenanceAt([], 0);

interface Money {
  perHour: number;
  expectedPerHour: number;
}
const moneyOf = (money: Money | undefined): Money => ({
  perHour: rounded(money?.perHour ?? 0),
  expectedPerHour: rounded(money?.expectedPerHour ?? 0),
});

function snapshotOf(impact: LiveImpact): Omit<ToldLive, 'causes' | 'incidents'> {
  const body = snapshotBody(impact, QUIET, 'EUR');
  const plain = (rows: readonly { technicalName: string; effectiveState: string }[]) =>
    byName(rows.map(({ technicalName, effectiveState }) => ({ technicalName, effectiveState })));
  const { applications, capabilities, processes, audiences } = body;
  return {
    unhealthy: byName(body.unhealthy.map(({ technicalName, state }) => ({ technicalName, state }))),
    impacted: byName(body.impacted.map(({ technicalName, effectiveState, causes }) => ({ technicalName, effectiveState, causes }))),
    rollUps: {
      applications: plain(applications),
      capabilities: plain(capabilities),
      processes: plain(processes),
      audiences: plain(audiences),
    },
    revenueExposure: moneyOf(body.revenueExposure),
  };
}

type OpenCause = Omit<ToldCause, 'components'> & { components: { technicalName: string; alone: string }[] };

function causeOf(impact: LiveImpact, cause: HealthImpactCause): OpenCause {
  const { graph, nodes } = impact;
  const shares = (rows: HealthImpactCause['processes']) =>
    byName(rows.map(({ technicalName, effectiveState, alone, jointlyWith }) => ({ technicalName, effectiveState, alone, jointlyWith })));
  const { places, alone } = cause.contributesTo;
  return {
    technicalName: cause.technicalName,
    state: cause.state,
    components: byName(
      places.map((position, i) => ({
        technicalName: graph.components.technicalNameOf(nodes[position]!),
        alone: HEALTH_STATES[alone[i]!]!,
      })),
    ),
    applications: shares(cause.applications),
    capabilities: shares(cause.capabilities),
    processes: shares(cause.processes),
    audiences: shares(cause.audiences),
    revenueExposure: moneyOf(cause.revenueExposure),
    contributed: moneyOf(cause.contributed),
  };
}

function check(name: string, compare: (impact: LiveImpact, told: ToldLive, threshold: number) => void): void {
  const property = fc.property(fewFailures, fc.constantFrom(1, 2, 3), ({ facts, own }, threshold) =>
    compare(impactOf(facts, own), toldLive(facts, own, threshold), threshold),
  );
  test(name, () => fc.assert(property, randomRuns(100)));
}

check('what is impacted, by whom, what rolls up from it and what it costs', (impact, { causes: _, incidents: __, ...told }) => {
  expect(snapshotOf(impact)).toEqual(told);
});

check('every cause in order, with what it does alone and with others, and what that costs', (impact, { causes }) => {
  const body = finish(healthImpact(impact, { causeLimit: 100, currency: 'EUR', maintenance: QUIET }));
  expect(body.causes.map((cause) => causeOf(impact, cause))).toEqual(
    causes.map((cause) => ({ ...cause, components: cause.components.map(({ technicalName, alone }) => ({ technicalName, alone })) })),
  );
});

check('the expected incidents, each with its symptoms', (impact, { incidents }, threshold) => {
  const { causes } = finish(explain(impact, FAILURE_STATES[threshold - 1]!));
  const opening = causes.filter(({ isOutsideService }) => !isOutsideService);
  const found = opening.map(({ technicalName: cause, symptoms }) => ({
    cause,
    symptoms: symptoms.map(({ componentId: _, ...share }) => share),
  }));
  expect(found.sort((left, right) => (left.cause < right.cause ? -1 : 1))).toEqual(incidents);
});
