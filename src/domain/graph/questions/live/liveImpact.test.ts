/** The live pass, compared with an oracle on random landscapes with cycles, parallel edges and redundancy groups. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { contributorsOf, namesOf } from './contributions';
import { liveImpact } from './liveImpact';
import type { LiveImpact } from './liveImpact';
import { healthOf, impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { testGuid } from '@/test/graphArbitrary';
import { landscapeOf } from '@/test/incidentWorld';
import { contributors, effectiveStates, explainsAlone, inCauseOrder, isExplained } from '@/test/healthOracle';
import type { Severities } from '@/test/healthOracle';
import { randomRuns } from '@/test/randomRuns';

const idsOf = ({ graph }: LiveImpact, nodes: Iterable<number>): string[] => Array.from(nodes, (node) => graph.components.idOf(node));
const only = (own: Severities, ids: readonly string[]): Severities => new Map([...own].filter(([id]) => ids.includes(id)));
const withoutGroups = (facts: LandscapeFacts): LandscapeFacts => ({
  ...facts,
  dependencies: facts.dependencies.map((edge) => ({ ...edge, redundancyGroup: null })),
});
const nameOf = (facts: LandscapeFacts, id: string): string =>
  facts.components.find((component) => component.id === id)?.technicalName ?? '';
const suffering = (states: ReadonlyMap<string, number>): [string, number][] => [...states].filter(([, severity]) => severity > 0);

/** Many random landscapes on a busy machine. */
const PATIENCE = { timeout: 60_000 };

describe('on any landscape, with any signals', PATIENCE, () => {
  const checkAll = (check: (facts: LandscapeFacts, own: Severities, impact: LiveImpact) => void): void => {
    fc.assert(
      fc.property(unhealthyLandscapes, ({ facts, own }) => check(facts, own, impactOf(facts, own))),
      randomRuns(200),
    );
  };

  test('exactly the components whose effective state is worse than Healthy are impacted, worst first, then by technicalName', () => {
    checkAll((facts, own, impact) => {
      const states = effectiveStates(facts, own);
      const expected = inCauseOrder(
        facts,
        states,
        suffering(states).map(([id]) => id),
      );
      expect(idsOf(impact, impact.nodes)).toEqual(expected);
      expect([...impact.severities]).toEqual(expected.map((id) => states.get(id)));
    });
  });

  test('the causes together explain every effective state, and none of them can be left out', () => {
    checkAll((facts, own, impact) => {
      const causes = idsOf(impact, impact.rootCauses);
      expect(suffering(effectiveStates(facts, only(own, causes)))).toEqual(suffering(effectiveStates(facts, own)));
      for (const cause of causes) expect(isExplained(facts, only(own, causes), cause)).toBe(false);
      expect(causes).toEqual(inCauseOrder(facts, own, causes));
    });
  });

  test('each component that nothing else explains is a cause', () => {
    checkAll((facts, own, impact) => {
      const causes = new Set(idsOf(impact, impact.rootCauses));
      for (const id of own.keys()) if (!isExplained(facts, own, id)) expect(causes.has(id)).toBe(true);
    });
  });

  test('without redundancy, a cause is a failure that no other explains, or the first of those that explain one another', () => {
    fc.assert(
      fc.property(unhealthyLandscapes, ({ facts: mixed, own }) => {
        const facts = withoutGroups(mixed);
        const ids = [...own.keys()];
        const explains = new Map(ids.map((cause) => [cause, new Set(ids.filter((id) => explainsAlone(facts, own, cause, id)))]));
        const inOrder = inCauseOrder(facts, own, own.keys());
        const expected = inOrder.filter((id, position) =>
          inOrder.every((other, otherPosition) => {
            const isBehind = explains.get(id)!.has(other) && position < otherPosition;
            return other === id || !explains.get(other)!.has(id) || isBehind;
          }),
        );
        const impact = impactOf(facts, own);
        expect(idsOf(impact, impact.rootCauses)).toEqual(expected);
      }),
      randomRuns(200),
    );
  });

  test('the contributors of a component are the causes from which a path of propagating edges leads to it', () => {
    checkAll((facts, own, impact) => {
      const causes = idsOf(impact, impact.rootCauses);
      const expected = contributors(facts, own, causes);
      const { contributions, graph } = impact;
      idsOf(impact, impact.nodes).forEach((id, i) => {
        const given = idsOf(impact, contributorsOf(contributions, impact.nodes[i]!));
        expect([...given].sort()).toEqual([...expected.get(id)!].sort());
        const names = namesOf(graph, contributions, contributions.setByNode[impact.nodes[i]!]!);
        expect(names).toEqual(given.map((cause) => nameOf(facts, cause)).sort());
        expect(given).not.toEqual([]);
      });
    });
  });

  test('unhealthy components are listed with what they report and since when, except those not in the landscape', () => {
    checkAll((facts, own, impact) => {
      const rows = inCauseOrder(facts, own, own.keys());
      expect(idsOf(impact, impact.unhealthy.nodes)).toEqual(rows);
      expect([...impact.unhealthy.severities]).toEqual(rows.map((id) => own.get(id)));
      expect([...impact.unhealthy.since]).toEqual(rows.map((id) => 1000 + [...own.keys()].indexOf(id)));
    });
    const impact = impactOf(landscapeOf('lone', []), new Map([[testGuid(1, 99), 3]]));
    expect([impact.nodes.length, impact.unhealthy.nodes.length, impact.rootCauses.length]).toEqual([0, 0, 0]);
  });

  test('a second pass over the same graph gives the same answer', () => {
    checkAll((_facts, own, impact) => {
      const again = liveImpact(impact.graph, healthOf(own));
      expect([...again.nodes]).toEqual([...impact.nodes]);
      const setsOf = ({ nodes, contributions }: LiveImpact) => Array.from(nodes, (node) => contributorsOf(contributions, node));
      expect(setsOf(again)).toEqual(setsOf(impact));
    });
  });
});
