import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EDGE_ATTRIBUTES } from '@/domain/graph/arrays/edgeAttributes';
import { randomRuns } from '@/test/randomRuns';
import { BundleTally } from './bundleTally';

const PLACES = 6;
const dependency = fc.tuple(fc.nat(PLACES - 1), fc.nat(PLACES - 1), fc.nat(EDGE_ATTRIBUTES.length - 1));

/** The same, calculated in the simplest way. */
function expected(added: readonly (readonly [number, number, number])[], most: number): unknown {
  const bundles: {
    sourceId: string;
    targetId: string;
    count: number;
    parts: { dependencyType: string; mode: string; propagates: boolean; count: number }[];
  }[] = [];
  for (const [source, target, attribute] of added) {
    let bundle = bundles.find(({ sourceId, targetId }) => sourceId === `thing ${source}` && targetId === `thing ${target}`);
    if (bundle === undefined) bundles.push((bundle = { sourceId: `thing ${source}`, targetId: `thing ${target}`, count: 0, parts: [] }));
    bundle.count++;
    const { dependencyType, mode, propagates } = EDGE_ATTRIBUTES[attribute]!;
    const part = bundle.parts.find((one) => one.dependencyType === dependencyType && one.mode === mode && one.propagates === propagates);
    if (part === undefined) bundle.parts.push({ dependencyType, mode, propagates, count: 1 });
    else part.count++;
  }
  const told = bundles.sort((a, b) => b.count - a.count).slice(0, most);
  return { bundles: told, omitted: added.length - told.reduce((sum, { count }) => sum + count, 0) };
}

it('returns the heaviest bundles with their parts, ties in order of arrival, and counts what is left out', () => {
  fc.assert(
    fc.property(fc.array(dependency, { maxLength: 120 }), fc.nat(40), (added, most) => {
      const tally = new BundleTally(PLACES);
      for (const [source, target, attribute] of added) tally.add(source, target, attribute);
      expect(tally.heaviest(most, (place) => `thing ${place}`)).toEqual(expected(added, most));
    }),
    randomRuns(100),
  );
});
