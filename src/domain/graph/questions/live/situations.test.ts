/** Situations, and the causes that others explain in part: random landscapes against an oracle, and the cases that people ask about. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainedInPart } from './explainedInPart';
import type { LiveImpact } from './liveImpact';
import { rollUpContributions } from './rollUpContributions';
import { situationsOf } from './situations';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { componentId, sketchFacts } from '@/test/graphSketch';
import { fewFailures, healthOf, impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { toldInPart, toldSituations, type ToldPart, type ToldSituation } from '@/test/situationOracle';
import { finish } from '@/plain/steps';

function situationsIn(impact: LiveImpact): ToldSituation[] {
  const nameOf = (node: number): string => impact.graph.components.technicalNameOf(node);
  const effective = rollUpContributions(impact);
  const situations = situationsOf(impact, effective, finish(explainedInPart(impact)));
  const told = situations.map(({ causes, counts, exposure, costs }) => ({
    causes: causes
      .map((node) => {
        const { part, jointlyWith } = costs.get(node)!;
        return { technicalName: nameOf(node), part, jointlyWith: [...jointlyWith].map(nameOf).sort() };
      })
      .sort((left, right) => (left.technicalName < right.technicalName ? -1 : 1)),
    counts,
    exposure,
  }));
  return told.sort((left, right) => (left.causes[0]!.technicalName < right.causes[0]!.technicalName ? -1 : 1));
}

function partsIn(impact: LiveImpact): Record<string, ToldPart | null> {
  const { causes } = impact.contributions;
  const nameOf = (node: number): string => impact.graph.components.technicalNameOf(node);
  return Object.fromEntries(
    finish(explainedInPart(impact)).map((part, rank) => [
      nameOf(causes[rank]!),
      part === null ? null : { state: HEALTH_STATES[part.severity]!, by: Array.from(part.by, (other) => nameOf(causes[other]!)).sort() },
    ]),
  );
}

const sinceOf = (own: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(healthOf(own).unhealthy.map(({ componentId: id, since }) => [id, since]));

test('the situations of random landscapes are those of the oracle, and their parts add up to the cent', () => {
  fc.assert(
    fc.property(fc.oneof(fewFailures, unhealthyLandscapes), ({ facts, own }) => {
      const situations = situationsIn(impactOf(facts, own));
      expect(situations).toEqual(toldSituations(facts, own, sinceOf(own)));
      for (const { causes, exposure } of situations) {
        const cents = causes.reduce((sum, { part }) => sum + Math.round(part.expectedPerHour * 100), 0);
        expect(cents).toBe(Math.round(exposure.expectedPerHour * 100));
      }
    }),
    randomRuns(200),
  );
});

test('what explains a cause in part is what the oracle finds without it', () => {
  fc.assert(
    fc.property(fc.oneof(fewFailures, unhealthyLandscapes), ({ facts, own }) => {
      expect(partsIn(impactOf(facts, own))).toEqual(toldInPart(facts, own));
    }),
    randomRuns(200),
  );
});

/** web tolerates one failed replica of two, and slows down if both fail. */
const shop = sketchFacts({ edges: ['shop.web -> r.r1 Degraded group:a', 'shop.web -> r.r2 Degraded group:a', 'news.feed -> n.db'] });
const reports = (...names: [name: string, severity: number][]): Map<string, number> =>
  new Map(names.map(([name, severity]) => [componentId(name), severity]));

test('two failed replicas, and what they explain in part, are one situation; a failure elsewhere is another', () => {
  const own = reports(['r.r1', 3], ['r.r2', 3], ['shop.web', 3], ['n.db', 3]);
  const impact = impactOf(shop, own);
  expect(partsIn(impact)).toEqual({ 'r.r1': null, 'r.r2': null, 'shop.web': { state: 'Degraded', by: ['r.r1', 'r.r2'] }, 'n.db': null });
  expect(situationsIn(impact).map(({ causes, counts }) => [causes.map(({ technicalName }) => technicalName), counts.components])).toEqual([
    [['n.db'], 2],
    [['r.r1', 'r.r2', 'shop.web'], 3],
  ]);
});
