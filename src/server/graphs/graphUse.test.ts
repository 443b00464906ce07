/**
 * Questions that interrupt one another at every step, while the graph is edited, get the same answers as from a graph built at their version
 * and used alone.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blastColumns } from '@/domain/graph/impactPicture/blastColumns';
import { blastRadius, type BlastRadiusQuery } from '@/domain/graph/questions/blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { applyEdits } from '@/domain/graph/landscape/graphEdits';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { QueryScratch } from '@/domain/graph/spread/queryScratch';
import { severalPaths } from '@/domain/graph/questions/severalPaths';
import { editsBetween, landscapes, queryFor, questions, wideLandscapes } from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';
import type { Steps } from '@/plain/steps';
import { useOf } from './graphUse';
import { finish } from '@/plain/steps';

interface Kind {
  whole: (graph: LandscapeGraph, query: BlastRadiusQuery) => unknown;
  inSteps: (graph: LandscapeGraph, query: BlastRadiusQuery) => Steps<unknown>;
}

const KINDS: readonly Kind[] = [
  { whole: (graph, query) => finish(blastRadius(graph, query)), inSteps: blastRadius },
  { whole: (graph, query) => finish(blastColumns(graph, query, true)), inSteps: (graph, query) => blastColumns(graph, query, true) },
  {
    whole: (graph, query) => finish(severalPaths(graph, query, query.entityId, 3)),
    inSteps: (graph, query) => severalPaths(graph, query, query.entityId, 3),
  },
];

const ask = fc.record({ do: fc.constant('ask' as const), question: questions, kind: fc.nat(KINDS.length - 1) });
const askWhole = fc.record({ do: fc.constant('ask whole' as const), question: questions, kind: fc.nat(KINDS.length - 1) });
const goOn = fc.record({ do: fc.constant('go on' as const), which: fc.nat(0xffff), steps: fc.integer({ min: 1, max: 40 }) });
const giveUp = fc.record({ do: fc.constant('give up' as const), which: fc.nat(0xffff) });
const edit = fc.record({ do: fc.constant('edit' as const), to: fc.nat(2) });
const deeds = fc.array(fc.oneof(ask, askWhole, goOn, goOn, goOn, goOn, giveUp, edit), { minLength: 10, maxLength: 60, size: 'max' });
type Deed = typeof deeds extends fc.Arbitrary<(infer Value)[]> ? Value : never;

interface Open {
  kind: Kind;
  query: BlastRadiusQuery;
  version: number;
  steps: Steps<unknown>;
}

function built(facts: LandscapeFacts, version: number): LandscapeGraph {
  return finish(new LandscapeGraphBuilder().addAll(facts).seal(version));
}

/** Carries out the actions on one graph; returns how many answers were compared. */
async function play(versions: readonly LandscapeFacts[], told: readonly Deed[]): Promise<number> {
  const history = new Map([[1, versions[0]!]]);
  const graph = built(versions[0]!, 1);
  graph.scratch = new QueryScratch(1);
  const use = useOf(graph);
  let open: Open[] = [];
  let editing: Promise<void> | null = null;
  let compared = 0;
  const compare = ({ kind, query, version }: Omit<Open, 'steps'>, answer: unknown): void => {
    expect(answer).toEqual(kind.whole(built(history.get(version)!, version), query));
    compared++;
  };
  const step = (one: Open, count: number): void => {
    for (let taken = 0; taken < count; taken++) {
      const next = one.steps.next();
      if (next.done !== true) continue;
      compare(one, next.value);
      open = open.filter((other) => other !== one);
      return;
    }
  };
  const now = (): LandscapeFacts => history.get(graph.version)!;
  for (const deed of [...told, ...told.map(() => ({ do: 'go on', which: 0, steps: 1e6 }) as const)]) {
    const chosen = 'which' in deed ? open[deed.which % Math.max(1, open.length)] : undefined;
    if (deed.do === 'go on' && chosen !== undefined) step(chosen, deed.steps);
    if (deed.do === 'give up' && chosen !== undefined) {
      chosen.steps.return(undefined);
      open = open.filter((other) => other !== chosen);
    }
    if (deed.do === 'ask' || deed.do === 'ask whole') {
      const query = queryFor(now(), deed.question);
      if (query === null) continue;
      const one = { kind: KINDS[deed.kind]!, query, version: graph.version };
      // A question that is answered in one piece runs at once, whatever is under way.
      if (deed.do === 'ask whole') compare(one, one.kind.whole(graph, query));
      else if (use.mayBegin) {
        const begun = { ...one, steps: use.answer(() => one.kind.inSteps(graph, query)) };
        open.push(begun);
        step(begun, 1);
      }
    }
    if (deed.do === 'edit' && editing === null) {
      const after = versions[deed.to]!;
      editing = use.edit(() => {
        const version = graph.version + 1;
        applyEdits(graph, editsBetween(now(), after, version));
        history.set(version, after);
      });
      void editing.then(() => (editing = null));
      expect(use.mayBegin).toBe(false);
    }
    // An edit is made at once if nobody uses the graph; otherwise it waits.
    for (let turns = 0; turns < 5; turns++) await Promise.resolve();
  }
  expect([open.length, editing, use.mayBegin]).toEqual([0, null, true]);
  return compared;
}

test('questions in steps are answered as of one version, whatever happens between the steps', async () => {
  let compared = 0;
  const versions = fc.array(landscapes, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(versions, deeds, async (some, told) => {
      compared += await play(some, told);
    }),
    randomRuns(600),
  );
  expect(compared).toBeGreaterThan(500);
});

test('so are questions in which redundancy has to be simulated in several rounds', async () => {
  const versions = fc.array(wideLandscapes, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(versions, deeds, async (some, told) => {
      await play(some, told);
    }),
    randomRuns(4),
  );
});
