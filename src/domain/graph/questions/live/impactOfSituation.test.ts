import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { impactOfSituation } from './impactOfSituation';
import { liveImpact } from './liveImpact';
import { rollUpContributions } from './rollUpContributions';
import { maintenanceAt } from '@/domain/health/maintenance';
import { situationsIn } from '@/domain/health/situation';
import { FAILURE_STATES } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';
import { landscapes } from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';

const failures = fc.array(fc.record({ component: fc.nat(0xffff), state: fc.constantFrom(...FAILURE_STATES) }), {
  minLength: 1,
  maxLength: 6,
});
const worlds = fc.record({ facts: landscapes.filter(({ components }) => components.length > 0), failures });

test('any cause of a situation leads to all of its causes and to everything that it affects, and to nothing of another', () => {
  fc.assert(
    fc.property(worlds, ({ facts, failures: failing }) => {
      const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const states = new Map(failing.map(({ component, state }) => [facts.components[component % facts.components.length]!.id, state]));
      const unhealthy = [...states].map(([componentId, state], since) => ({ componentId, state, since }));
      const impact = liveImpact(graph, { unhealthy, healthyCount: 0 });
      const situations = finish(situationsIn(impact, rollUpContributions(impact), maintenanceAt([], 0)));
      for (const { causes, counts } of situations)
        for (const { componentId } of causes) {
          const alone = finish(impactOfSituation(impact, [componentId, 'gone']));
          const found = alone.rootCauses.map((node) => graph.components.idOf(node));
          expect([found.sort(), alone.nodes.length]).toEqual([causes.map((cause) => cause.componentId).sort(), counts.components]);
        }
    }),
    randomRuns(300),
  );
});

test('an incident whose cause has recovered affects nothing', () => {
  const [facts] = fc.sample(
    landscapes.filter(({ components }) => components.length > 0),
    { numRuns: 1, seed: 1 },
  );
  const graph = finish(new LandscapeGraphBuilder().addAll(facts!).seal(1));
  const alone = finish(impactOfSituation(liveImpact(graph, { unhealthy: [], healthyCount: 1 }), [facts!.components[0]!.id]));
  expect([alone.rootCauses.length, alone.nodes.length]).toEqual([0, 0]);
});
