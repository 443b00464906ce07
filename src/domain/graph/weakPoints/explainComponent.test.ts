/** The smallest cut, applied, spares the component; no smaller set of dependencies does. Tried with every set of random landscapes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '@/domain/graph/questions/analysis';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { redundantLandscapes } from '@/test/graphArbitrary';
import { componentId, sketchGraph } from '@/test/graphSketch';
import { randomRuns } from '@/test/randomRuns';
import { severitiesWhen } from '@/test/weakPointOracle';
import { explainComponent } from './explainComponent';
import { finish } from '@/plain/steps';

const question = (entityId: string) =>
  ({
    entityType: 'component',
    entityId,
    direction: 'downstream',
    requestedDepth: null,
    planMaximumDepth: 1_000,
    modes: null,
    types: null,
  }) as const;
const forever = (): boolean => true;

/** A dependency that passes on nothing and still counts in its group: it depends on a new component that never fails. */
function without(facts: LandscapeFacts, cut: readonly DependencyFact[]): LandscapeFacts {
  const spare = { ...facts.components[0]!, id: 'spare', technicalName: 'spare', ordinal: 9_999_999 };
  // One for each target whose edges are all cut; if another edge to the target is left, the target still counts once.
  const dependencies = facts.dependencies.map((edge) => {
    if (!cut.includes(edge)) return edge;
    const others = facts.dependencies.filter(
      (other) =>
        other.sourceOrdinal === edge.sourceOrdinal &&
        other.targetOrdinal === edge.targetOrdinal &&
        other.redundancyGroup === edge.redundancyGroup &&
        other.propagates &&
        !cut.includes(other),
    );
    return others.length > 0
      ? { ...edge, mode: 'Async' as const, required: false }
      : { ...edge, targetOrdinal: spare.ordinal + edge.targetOrdinal };
  });
  const spares = facts.components.map((component) => ({
    ...spare,
    id: `spare ${component.id}`,
    ordinal: spare.ordinal + component.ordinal,
  }));
  return { ...facts, components: [...facts.components, ...spares], dependencies };
}

function* subsets<Item>(items: readonly Item[], size: number, from = 0): IterableIterator<Item[]> {
  if (size === 0) yield [];
  else for (let at = from; at < items.length; at++) for (const rest of subsets(items, size - 1, at + 1)) yield [items[at]!, ...rest];
}

describe('what would have saved a component', { timeout: 60_000 }, () => {
  test('is a smallest set of at most three dependencies', () => {
    const sizes = new Map<number | null, number>();
    fc.assert(
      fc.property(redundantLandscapes, fc.nat(99), fc.nat(99), (facts, first, second) => {
        const failing = facts.components[first % Math.max(1, facts.components.length)];
        const spared = facts.components[second % Math.max(1, facts.components.length)];
        if (failing === undefined || spared === undefined || failing === spared) return;
        const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
        const found = explainComponent(graph, question(failing.id), spared.id, forever);
        if (found === null) return;
        const suffers = (some: LandscapeFacts): boolean => severitiesWhen(some, new Map([[failing.id, 3]])).get(spared.id)! > 0;
        const cut = found.cut?.map((slot) => facts.dependencies.find(({ id }) => id === graph.edges.idOf(slot))!) ?? null;
        sizes.set(cut?.length ?? null, (sizes.get(cut?.length ?? null) ?? 0) + 1);
        expect(found.isComplete).toBe(true);
        if (cut !== null) expect(suffers(without(facts, cut))).toBe(false);
        // Every set smaller than the cut; if there is no cut, up to two, because three of forty are too many to try.
        for (let size = 0; size < Math.min(cut?.length ?? 3, 3); size++)
          for (const set of subsets(facts.dependencies, size)) expect(suffers(without(facts, set))).toBe(true);
      }),
      randomRuns(60),
    );
    expect([...sizes.keys()]).toEqual(expect.arrayContaining([1, 2]));
  });

  const shop = sketchGraph({
    edges: ['shop -> r1 group:r', 'shop -> r2 group:r', 'r1 -> disk', 'r2 -> disk', 'shop -> ads Soft', 'ads -> disk Soft'],
  });

  test('comes with the paths, and with the redundancy groups that failed on them', () => {
    const found = explainComponent(shop, question(componentId('disk')), componentId('shop'), forever)!;
    expect(found.paths.map((steps) => steps.map(({ expectedState }) => expectedState))).toEqual([
      ['Degraded', 'Warning'],
      ['Outage', 'Outage'],
      ['Outage', 'Outage'],
    ]);
    expect(found.gaveWay).toMatchObject([{ source: { technicalName: 'shop' }, redundancyGroup: 'r', targets: 2, working: 0 }]);
    expect(found.cut).toHaveLength(2);
  });

  test('says when the search was cut short', () => {
    expect(explainComponent(shop, question(componentId('disk')), componentId('shop'), () => false)).toMatchObject({
      cut: null,
      isComplete: false,
    });
  });

  test('upstream never includes the entity that the question is about', () => {
    const upstream = { ...question(componentId('shop')), direction: 'upstream' as const };
    const found = explainComponent(shop, upstream, componentId('r1'), forever)!;
    // The failure of one replica does not affect the shop, so nothing has to be cut.
    expect(found.cut).toEqual([]);
    expect(explainComponent(shop, upstream, componentId('disk'), forever)!.cut).toHaveLength(2);
    expect(finish(analyse(shop, upstream))).not.toBeNull();
  });
});
