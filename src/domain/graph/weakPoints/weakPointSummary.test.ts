/** The numbers of all capabilities at once are those of each asked for alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/graphBuilder';
import { redundantLandscapes } from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { summarise, summaryTask } from './weakPointSummary';
import { weakPointsOf } from './weakPoints';

test('the summary of each capability says what its own answer says, after a journey to another thread', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(redundantLandscapes, (facts) => {
      const graph = new LandscapeGraphBuilder().addAll(facts).seal(1);
      const task = summaryTask(graph);
      const summaries = summarise(structuredClone(task));
      expect(summaries.map(({ id }) => id).sort()).toEqual(facts.capabilities.map(({ id }) => id).sort());
      for (const { id, singlePoints, ...numbers } of summaries) {
        const found = weakPointsOf(graph, graph.findEntity('capability', id)!, { state: 'Outage', order: 2, canSeeRevenue: true });
        expect(singlePoints.map((position) => task.part.nodes[position]).sort()).toEqual(found.singlePoints.map(({ node }) => node).sort());
        expect(numbers).toEqual({
          pairs: found.cutSets.length,
          arePairsComplete: true,
          smallestMargin: found.margins.length === 0 ? null : Math.min(...found.margins.map(({ failuresLeft }) => failuresLeft)),
          undermined: found.margins.filter(({ failuresLeft, sharedCauses }) => failuresLeft > 0 && sharedCauses.length > 0).length,
          worstPerHour: expect.closeTo(Math.max(0, ...found.singlePoints.map(({ perHour }) => perHour!)), 9),
        });
      }
    }),
    randomRuns(60),
  );
});
