/** The whole answer against a slow and obvious oracle, on random landscapes: all start kinds, both directions, every filter and depth. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastRadius } from '@/domain/graph/blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/graphBuilder';
import { applyEdits } from '@/domain/graph/graphEdits';
import type { LandscapeFacts } from '@/domain/graph/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { editsBetween, landscapes, queryFor, questions } from '@/test/graphArbitrary';
import type { Question } from '@/test/graphArbitrary';
import { GraphOracle } from '@/test/graphOracle';

const build = (facts: LandscapeFacts, version: number): LandscapeGraph => new LandscapeGraphBuilder().addAll(facts).seal(version);

function expectOracleAnswer(graph: LandscapeGraph, facts: LandscapeFacts, asked: Question): void {
  const query = queryFor(facts, asked);
  if (query !== null) {
    expect(blastRadius(graph, query)).toEqual(new GraphOracle(facts, query, graph.version).answer());
  }
}

describe('a blast radius', () => {
  test('is the one that the rules give when applied one by one to plain facts', () => {
    fc.assert(
      fc.property(landscapes, fc.array(questions, { minLength: 4, maxLength: 4 }), (facts, asked) => {
        const graph = build(facts, 7);
        asked.forEach((question) => expectOracleAnswer(graph, facts, question));
      }),
      { seed: 20261120, numRuns: 1500 },
    );
  });

  test('is the same on a graph that was edited into a landscape as on one that was built from it', () => {
    fc.assert(
      fc.property(fc.array(landscapes, { minLength: 2, maxLength: 4 }), fc.array(questions, { minLength: 3, maxLength: 3 }), (history, asked) => {
        const graph = build(history[0]!, 1);
        history.forEach((facts, step) => {
          if (step > 0) {
            applyEdits(graph, editsBetween(history[step - 1]!, facts, step + 1));
          }
          asked.forEach((question) => expectOracleAnswer(graph, facts, question));
        });
      }),
      { seed: 20261121, numRuns: 400 },
    );
  });
});
