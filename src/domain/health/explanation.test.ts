/** Causes and symptoms at a threshold, held against an oracle that asks "what if this one alone reported anything" again and again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explain } from '@/domain/health/explanation';
import { FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';
import { impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { explainsAlone, inCauseOrder, isExplained } from '@/test/healthOracle';
import { randomRuns } from '@/test/randomRuns';

/** Many random landscapes on a busy machine. */
const PATIENCE_MS = 60_000;

const thresholds = fc.constantFrom(...FAILURE_STATES);

test(
  'the symptoms of a cause are the components at the threshold that it alone explains and that are no causes themselves',
  () => {
    fc.assert(
      fc.property(unhealthyLandscapes, thresholds, (landscape, threshold) => {
        const { facts, own } = landscape;
        const { causes } = explain(impactOf(facts, own), threshold);
        const causeIds = new Set(causes.map(({ componentId }) => componentId));
        const atThreshold = [...own.keys()].filter((id) => own.get(id)! >= HEALTH_STATES.indexOf(threshold));
        for (const { componentId, state, symptoms } of causes) {
          const expected = atThreshold.filter((id) => !causeIds.has(id) && explainsAlone(facts, own, componentId, id));
          const nameOf = new Map(facts.components.map(({ id, technicalName }) => [id, technicalName]));
          expect(symptoms.map(({ technicalName }) => technicalName)).toEqual(expected.map((id) => nameOf.get(id)).sort());
          expect(HEALTH_STATES.indexOf(state)).toBe(own.get(componentId));
        }
      }),
      randomRuns(200),
    );
  },
  PATIENCE_MS,
);

test(
  'every component at the threshold is either a cause or explained by causes, in order',
  () => {
    fc.assert(
      fc.property(unhealthyLandscapes, thresholds, (landscape, threshold) => {
        const { facts, own } = landscape;
        const { causes, explainedBy } = explain(impactOf(facts, own), threshold);
        const causeIds = causes.map(({ componentId }) => componentId);
        const atThreshold = [...own.keys()].filter((id) => own.get(id)! >= HEALTH_STATES.indexOf(threshold));
        expect([...causeIds, ...explainedBy.keys()].sort()).toEqual(atThreshold.sort());
        expect(causeIds).toEqual(inCauseOrder(facts, own, causeIds));
        for (const [id, by] of explainedBy) {
          const alone = causeIds.filter((cause) => explainsAlone(facts, own, cause, id));
          expect(isExplained(facts, own, id)).toBe(true);
          expect(by).toEqual(alone.length > 0 ? alone : [expect.toBeOneOf(causeIds)]);
        }
      }),
      randomRuns(200),
    );
  },
  PATIENCE_MS,
);
