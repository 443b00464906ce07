/** Causes and symptoms at a threshold, compared with an oracle that follows the carrying edges repeatedly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explain } from './explanation';
import { FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';
import { impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { contributors, effectiveStates, inCauseOrder, isExplained } from '@/test/healthOracle';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

/** Many random landscapes on a busy machine. */
const PATIENCE_MS = 60_000;

const thresholds = fc.constantFrom(...FAILURE_STATES);

test(
  'the symptoms of a cause are the components at the threshold to which it contributes, with its effect alone and its joint causes',
  () => {
    fc.assert(
      fc.property(unhealthyLandscapes, thresholds, (landscape, threshold) => {
        const { facts, own } = landscape;
        const impact = impactOf(facts, own);
        const rootIds = impact.rootCauses.map((node) => impact.graph.components.idOf(node));
        const { causes } = finish(explain(impact, threshold));
        const contributorsOf = contributors(facts, own, rootIds);
        const effective = effectiveStates(facts, own);
        const causeIds = new Set(causes.map(({ componentId }) => componentId));
        const atThreshold = [...own.keys()].filter((id) => own.get(id)! >= HEALTH_STATES.indexOf(threshold));
        for (const { componentId, state, symptoms } of causes) {
          const expected = atThreshold.filter((id) => !causeIds.has(id) && contributorsOf.get(id)!.has(componentId));
          const nameOf = new Map(facts.components.map(({ id, technicalName }) => [id, technicalName]));
          expect(symptoms.map(({ technicalName }) => technicalName)).toEqual(expected.map((id) => nameOf.get(id)).sort());
          const alone = effectiveStates(facts, new Map([[componentId, own.get(componentId)!]]));
          for (const symptom of symptoms) {
            const id = symptom.componentId;
            const others = [...contributorsOf.get(id)!].filter((cause) => cause !== componentId).map((cause) => nameOf.get(cause));
            expect(symptom).toMatchObject({
              effectiveState: HEALTH_STATES[effective.get(id)!],
              alone: HEALTH_STATES[alone.get(id)!],
              jointlyWith: alone.get(id)! < effective.get(id)! ? others.sort() : [],
            });
          }
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
        const impact = impactOf(facts, own);
        const { causes, explainedBy } = finish(explain(impact, threshold));
        const contributorsOf = contributors(
          facts,
          own,
          impact.rootCauses.map((node) => impact.graph.components.idOf(node)),
        );
        const causeIds = causes.map(({ componentId }) => componentId);
        const atThreshold = [...own.keys()].filter((id) => own.get(id)! >= HEALTH_STATES.indexOf(threshold));
        expect([...causeIds, ...explainedBy.keys()].sort()).toEqual(atThreshold.sort());
        expect(causeIds).toEqual(inCauseOrder(facts, own, causeIds));
        for (const [id, by] of explainedBy) {
          expect(isExplained(facts, own, id)).toBe(true);
          expect(by).toEqual(causeIds.filter((cause) => contributorsOf.get(id)!.has(cause)));
          expect(by).not.toEqual([]);
        }
      }),
      randomRuns(200),
    );
  },
  PATIENCE_MS,
);
