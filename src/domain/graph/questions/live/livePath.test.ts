import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { liveImpact } from './liveImpact';
import { livePath } from './livePath';
import type { FailureState } from '@/domain/vocabulary';
import { readLandscape } from '@/test/graphFromManifest';
import { impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));
const idOf = (technicalName: string): string => graph.findEntity('component', technicalName)?.id ?? '';
const nameOf = (id: string): string => graph.componentView(graph.components.find(id)).technicalName;

function pathTo(target: string, states: Readonly<Record<string, FailureState>>) {
  const unhealthy = Object.entries(states).map(([name, state]) => ({ componentId: idOf(name), state, since: 0 }));
  const found = livePath(liveImpact(graph, { unhealthy, healthyCount: 0 }), graph.components.find(idOf(target)));
  if (found === null) return null;
  const steps = found.steps.map(({ sourceComponentId, targetComponentId, expectedState }) => [
    nameOf(targetComponentId),
    nameOf(sourceComponentId),
    expectedState,
  ]);
  return { cause: nameOf(found.causeId), steps };
}

describe('the path of a current failure', () => {
  test('leads from the nearest cause, with the current states', () => {
    expect(pathTo('frontend', { 'astronomy-db': 'Outage', currency: 'Warning' })?.cause).toBe('currency');
    const found = pathTo('frontend', { 'astronomy-db': 'Degraded' });
    expect(found).toEqual({
      cause: 'astronomy-db',
      steps: [
        ['astronomy-db', 'product-catalog', 'Degraded'],
        ['product-catalog', 'frontend', 'Degraded'],
      ],
    });
  });

  test('to a cause has no steps, and does not exist to an unaffected component', () => {
    expect(pathTo('astronomy-db', { 'astronomy-db': 'Outage' })).toEqual({ cause: 'astronomy-db', steps: [] });
    expect(pathTo('kafka', { 'astronomy-db': 'Outage' })).toBeNull();
  });

  test('is always a chain of dependencies from a cause over affected components', () => {
    fc.assert(
      fc.property(unhealthyLandscapes, ({ facts, own }) => {
        const impact = impactOf(facts, own);
        const impacted = new Set(Array.from(impact.nodes, (node) => impact.graph.components.idOf(node)));
        const causes = new Set(impact.rootCauses.map((node) => impact.graph.components.idOf(node)));
        for (const node of impact.nodes) {
          const found = livePath(impact, node);
          if (found === null) continue;
          let at = found.causeId;
          expect(causes.has(at)).toBe(true);
          for (const step of found.steps) {
            expect([step.targetComponentId, impacted.has(step.sourceComponentId)]).toEqual([at, true]);
            at = step.sourceComponentId;
          }
          expect(at).toBe(impact.graph.components.idOf(node));
        }
      }),
      randomRuns(100),
    );
  });
});
