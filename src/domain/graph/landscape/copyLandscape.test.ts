/** A copy gives the same answers as its original, even after edits that removed things; later edits of the copy do not affect the original. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { copyLandscape } from './copyLandscape';
import { LandscapeGraphBuilder } from './graphBuilder';
import { applyEdits } from './graphEdits';
import { editsBetween, landscapes, queryFor, questions } from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

test('a copy of an edited landscape gives the same answers as the original', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(landscapes, landscapes, questions, (before, after, asked) => {
      const graph = finish(new LandscapeGraphBuilder().addAll(before).seal(1));
      applyEdits(graph, editsBetween(before, after, 2));
      const query = queryFor(after, asked);
      const copy = copyLandscape(graph);
      expect(copy.version).toBe(2);
      if (query === null) return;
      const answer = finish(blastRadius(graph, query));
      expect(finish(blastRadius(copy, query))).toEqual(answer);
      applyEdits(copy, { version: 3, upserts: {}, removals: { dependencies: after.dependencies.map(({ id }) => id) } });
      expect(finish(blastRadius(graph, query))).toEqual(answer);
    }),
    randomRuns(100),
  );
});
