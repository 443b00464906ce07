/** Random health for random landscapes: who reports what. */
import fc from 'fast-check';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import type { LiveImpact, ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { landscapes } from './graphArbitrary';
import type { Severities } from './healthOracle';
import { finish } from '@/plain/steps';

/** A landscape, and the severity that some of its components report. */
export const unhealthyLandscapes: fc.Arbitrary<{ facts: LandscapeFacts; own: Map<string, number> }> = landscapes.chain((facts) =>
  fc.noBias(fc.tuple(...facts.components.map(() => fc.constantFrom(0, 0, 1, 2, 3, 3)))).map((severities) => ({
    facts,
    own: new Map(facts.components.map(({ id }, i) => [id, severities[i] ?? 0] as const).filter(([, severity]) => severity > 0)),
  })),
);

export function healthOf(own: Severities): ReportedHealth {
  const stateOf = (severity: number) => HEALTH_STATES[severity] as FailureState;
  const unhealthy = [...own].map(([componentId, severity], i) => ({ componentId, state: stateOf(severity), since: 1000 + i }));
  return { unhealthy, healthyCount: 0 };
}

export function impactOf(facts: LandscapeFacts, own: Severities): LiveImpact {
  return liveImpact(finish(new LandscapeGraphBuilder().addAll(facts).seal(1)), healthOf(own));
}

/** A landscape in which up to six components report a problem, in the order of their reports. */
export const fewFailures: fc.Arbitrary<{ facts: LandscapeFacts; own: Map<string, number> }> = landscapes
  .filter(({ components }) => components.length > 0)
  .chain((facts) => {
    const ids = facts.components.map(({ id }) => id);
    const failing = fc.shuffledSubarray(ids, { minLength: 1, maxLength: Math.min(6, ids.length) });
    const severities = fc.noBias(fc.array(fc.constantFrom(1, 2, 2, 3, 3, 3), { minLength: 6, maxLength: 6 }));
    return fc.tuple(failing, severities).map(([chosen, own]) => ({ facts, own: new Map(chosen.map((id, i) => [id, own[i] ?? 3])) }));
  });
