/** The columns of a scenario agree with its answer: each failure once, affected entities in cards, and nothing unaffected. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { evaluateScenario } from '@/domain/graph/questions/scenario';
import { scenarioColumns } from './scenarioColumns';
import { landscapes } from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

test('the columns contain what the answer lists, with the same states', () => {
  fc.assert(
    fc.property(landscapes, fc.array(fc.noBias(fc.nat(0xffff)), { minLength: 1, maxLength: 4 }), (facts, picks) => {
      const all = [
        ...facts.components.map(({ id }) => ({ kind: 'component' as const, id })),
        ...facts.hostingZones.map(({ id }) => ({ kind: 'hosting-zone' as const, id })),
        ...facts.applications.map(({ id }) => ({ kind: 'application' as const, id })),
      ];
      const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const chosen = [...new Set(picks.map((pick) => all[pick % all.length]!))];
      const failures = chosen.map(({ kind, id }) => ({ entity: graph.findEntity(kind, id)!, state: 'Outage' as const }));
      const answer = finish(
        evaluateScenario(graph, {
          failures,
          withheld: null,
          reported: null,
          durationMinutes: null,
          downFrom: 'Degraded',
          componentLimit: null,
          currency: 'EUR',
          canSeeRevenue: true,
        }),
      );
      const columns = scenarioColumns(graph, failures, { canSeeRevenue: true });
      expect(columns.causes.map(({ id }) => id)).toEqual(chosen.map(({ id }) => id));
      const states = (rows: readonly { id: string; expectedState: string }[]) =>
        Object.fromEntries(rows.map((row) => [row.id, row.expectedState]));
      const drawn = (rows: readonly { id: string; state: string }[]) => Object.fromEntries(rows.map((row) => [row.id, row.state]));
      expect(drawn(columns.cards.flatMap(({ parts }) => parts.flatMap(({ rows }) => rows)))).toEqual(states(answer.components));
      expect(drawn(columns.capabilities)).toEqual(states(answer.capabilities));
      expect(drawn(columns.processes)).toEqual(states(answer.processes));
      expect(drawn(columns.audiences)).toEqual(states(answer.audiences));
      expect(columns.omitted).toEqual({ capabilities: 0, processes: 0, audiences: 0 });
      const ends = new Set(
        [
          columns.causes,
          columns.cards.flatMap(({ parts }) => [
            ...parts,
            ...parts.flatMap((part) => part.rows.map(({ id }) => ({ id: `${part.id} ${id}` }))),
          ]),
          columns.capabilities,
          columns.processes,
          columns.audiences,
        ]
          .flat()
          .map(({ id }) => id),
      );
      for (const { from, to } of columns.links) expect([ends.has(from), ends.has(to)]).toEqual([true, true]);
    }),
    randomRuns(150),
  );
});
