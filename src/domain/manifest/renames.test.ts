/** Any set of renames, swaps and longer rings among them, is one change of names in which every entity stays itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import type { Declaration, KnownEntity, KnownLandscape } from './declaration';
import { diffManifest } from './diff';
import { dependencyName, FIELD_RULES, MANIFEST_KINDS, type ManifestKind, type Value } from './manifestFields';
import { finish } from '@/plain/steps';

const IDS = [0, 1, 2, 3, 4, 5];
const NAMES = ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'x0', 'x1', 'x2'];
type Ends = readonly [number, number];

/** The name of each component afterwards, all different, and who depends on whom. */
const cases = fc.record({
  names: fc.shuffledSubarray(NAMES, { minLength: IDS.length, maxLength: IDS.length }),
  keeps: fc.subarray(IDS),
  edges: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)).filter(([source, target]) => source !== target),
    { maxLength: 6, selector: ([source, target]) => `${source} ${target}` },
  ),
  asLists: fc.boolean(),
});

/** Those that keep their name keep it; a name that is lost to one of them is left out with its rename. */
function namesAfter(names: readonly string[], keeps: readonly number[]): string[] {
  const after = IDS.map((id) => (keeps.includes(id) ? `n${id}` : (names[id] ?? '')));
  return after.map((name, id) => (after.filter((other) => other === name).length > 1 && !keeps.includes(id) ? `y${id}` : name));
}

function valuesOf(kind: ManifestKind, stated: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(FIELD_RULES[kind].map(({ field, initial }) => [field, stated[field] ?? initial ?? null]));
}

function landscapeOf(names: readonly string[], edges: readonly Ends[], former: ReadonlyMap<string, string> = new Map()): KnownLandscape {
  const entity = (kind: ManifestKind, id: string, technicalName: string, stated: Record<string, Value>): [string, KnownEntity] => [
    technicalName,
    { id, technicalName, values: valuesOf(kind, stated) },
  ];
  const entities = new Map<ManifestKind, Map<string, KnownEntity>>(MANIFEST_KINDS.map((kind) => [kind, new Map()]));
  entities.set('application', new Map([entity('application', 'app', 'app', { name: 'App' })]));
  entities.set('component', new Map(names.map((name, id) => entity('component', `c${id}`, name, { name: 'C', application: 'app' }))));
  entities.set(
    'dependency',
    new Map(
      edges.map(([from, to]) => {
        const [source, target] = [names[from] ?? '', names[to] ?? ''];
        const name = dependencyName(source, target, 'Calls');
        return entity('dependency', `d${from}-${to}`, name, { source, target, dependencyType: 'Calls' });
      }),
    ),
  );
  return { entities, owned: new Map(), formerNames: new Map([['component', former]]) };
}

function declarationsOf(names: readonly string[], edges: readonly Ends[], asLists: boolean): Declaration[] {
  return [
    ...names.map((technicalName, id): Declaration => {
      const renamed = technicalName === `n${id}` ? {} : { formerly: [`n${id}`], hasFormerList: asLists };
      return { kind: 'component', technicalName, values: { name: 'C', application: 'app' }, path: ['components', id], ...renamed };
    }),
    ...edges.map(([from, to], index): Declaration => {
      const [source, target] = [names[from] ?? '', names[to] ?? ''];
      const technicalName = dependencyName(source, target, 'Calls');
      return { kind: 'dependency', technicalName, values: { source, target, dependencyType: 'Calls' }, path: ['dependencies', index] };
    }),
  ];
}

describe('a set of renames', () => {
  it('gives every entity its new name under its old id, creates and deletes nothing, and changes nothing when applied again', () => {
    let swaps = 0;
    fc.assert(
      fc.property(cases, ({ names, keeps, edges, asLists }) => {
        const before = IDS.map((id) => `n${id}`);
        const after = namesAfter(names, keeps);
        if (after.some((name, id) => name !== `n${id}` && before.includes(name))) swaps += 1;
        const declarations = declarationsOf(after, edges, asLists);
        const diff = finish(diffManifest(landscapeOf(before, edges), declarations, { prune: true }));
        expect(diff.issues).toEqual([]);
        const renamed = after.flatMap((name, id) => (name === before[id] ? [] : [[`c${id}`, before[id], name]]));
        expect(diff.renames.map(({ id, from, to }) => [id, from, to]).sort()).toEqual(renamed.sort());
        expect(diff.changes.map(({ op, kind, fields }) => [op, kind, fields.map(({ field }) => field)])).toEqual(
          renamed.map(() => ['update', 'component', ['technicalName']]),
        );
        const former = new Map(renamed.map(([id, from]): [string, string] => [String(from), String(id)]));
        const again = finish(diffManifest(landscapeOf(after, edges, former), declarations, { prune: true }));
        expect([again.changes, again.renames, again.issues]).toEqual([[], [], []]);
      }),
      randomRuns(300),
    );
    expect(swaps).toBeGreaterThan(0);
  });
});
