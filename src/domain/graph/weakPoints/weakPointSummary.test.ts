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
      const { capabilities: summaries, perHour, undermined } = structuredClone(summarise(structuredClone(task)));
      const hollow = new Map<string, number>();
      expect(summaries.map(({ id }) => id).sort()).toEqual(facts.capabilities.map(({ id }) => id).sort());
      for (const { id, singlePoints, ...numbers } of summaries) {
        const found = weakPointsOf(graph, graph.findEntity('capability', id)!, { state: 'Outage', order: 2, canSeeRevenue: true });
        expect(singlePoints.map((position) => task.part.nodes[position]).sort()).toEqual(found.singlePoints.map(({ node }) => node).sort());
        expect(numbers).toEqual({
          pairs: found.cutSets.length,
          arePairsComplete: true,
          smallestMargin: found.margins.length === 0 ? null : Math.min(...found.margins.map(({ failuresLeft }) => failuresLeft)),
          undermined: found.margins.filter(({ failuresLeft, sharedCauses }) => failuresLeft > 0 && sharedCauses.length > 0).length,
          worstPerHour: expect.closeTo(Math.max(0, ...found.singlePoints.map(({ perHour: cost }) => cost!)), 9),
        });
        for (const { node, perHour: cost } of found.singlePoints) expect(perHour.get(task.part.nodes.indexOf(node))).toBeCloseTo(cost!, 9);
        for (const { owner, group, failuresLeft, sharedCauses } of found.margins)
          if (failuresLeft > 0 && sharedCauses.length > 0) hollow.set(`${owner} ${group}`, (hollow.get(`${owner} ${group}`) ?? 0) + 1);
      }
      const behindSome = undermined.filter(({ capabilities }) => capabilities > 0);
      expect(new Map(behindSome.map(({ owner, group, capabilities }) => [`${owner} ${group}`, capabilities]))).toEqual(hollow);
    }),
    randomRuns(60),
  );
});
