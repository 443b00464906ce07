/**
 * What building and editing a graph refuse, and that a refused edit changes nothing. That edits give the right answers is checked by the
 * property tests of the blast radius.
 */
import { describe, expect, test } from 'vitest';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { LandscapeGraphBuilder } from './graphBuilder';
import { applyEdits } from './graphEdits';
import type { LandscapeEdits, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from './landscapeGraph';
import type { EntityKind } from '@/domain/vocabulary';
import { readLandscape } from '@/test/graphFromManifest';
import { applicationId, areaId, capabilityId, componentId, sketchFacts, sketchGraph, zoneId } from '@/test/graphSketch';
import { testGuid } from '@/test/graphArbitrary';
import { byCodeUnit } from '@/plain/order';
import { finish } from '@/plain/steps';
import { everythingIn } from '@/test/everythingIn';

const SKETCH = {
  edges: ['shop.front -> shop.store', 'shop.store -> db.main'],
  zones: { 'db.main': ['east.a'] },
  supports: { shop: ['sales'] },
};

function reachedWhenFails(graph: LandscapeGraph, entityType: EntityKind, entityId: string): string[] | null {
  const answer = finish(
    blastRadius(graph, {
      entityType,
      entityId,
      direction: 'downstream',
      requestedDepth: null,
      planMaximumDepth: 10,
      modes: null,
      types: null,
      componentLimit: null,
      currency: 'EUR',
      canSeeRevenue: false,
    }),
  );
  return answer && [...answer.origin, ...answer.components].map((row) => row.technicalName);
}

const edits = (upserts: Partial<LandscapeFacts>, removals: LandscapeEdits['removals'] = {}): LandscapeEdits => ({
  version: 2,
  upserts,
  removals,
});

describe('a builder', () => {
  const facts = sketchFacts(SKETCH);
  const [component] = facts.components;
  const [dependency] = facts.dependencies;
  const cases: [name: string, facts: LandscapeFacts, message: RegExp][] = [
    ['an id twice', { ...facts, components: [...facts.components, component!] }, /added before/],
    ['an ordinal twice', { ...facts, components: [...facts.components, { ...component!, id: testGuid(1, 1) }] }, /not its own/],
    ['an ordinal that is not a whole number', { ...facts, components: [{ ...component!, ordinal: 1.5 }] }, /whole number/],
    ['a dependency twice', { ...facts, dependencies: [dependency!, dependency!] }, /added before/],
    [
      'a dependency of a component on itself',
      { ...facts, dependencies: [{ ...dependency!, targetOrdinal: dependency!.sourceOrdinal }] },
      /joins a component to itself/,
    ],
    [
      'a dependency on an ordinal that no component has',
      { ...facts, dependencies: [{ ...dependency!, targetOrdinal: 99 }] },
      /no component has/,
    ],
    ['an id in upper case', { ...facts, dependencies: [{ ...dependency!, id: 'ABCDEF01-0000-4000-8000-000000000000' }] }, /canonical/],
    [
      'a redundancy minimum of zero',
      { ...facts, dependencies: [{ ...dependency!, redundancyGroup: 'r', redundancyMinimum: 0 }] },
      /from 1/,
    ],
    ['a component of an application that is never added', { ...facts, applications: [] }, /refers to application/],
    ['a zone of an area that is never added', { ...facts, hostingAreas: [] }, /refers to hosting-area/],
  ];
  test.each(cases)('refuses %s', (_name, given, message) => {
    expect(() => finish(new LandscapeGraphBuilder().addAll(given).seal(1))).toThrow(message);
  });

  test('refuses everything once it is sealed', () => {
    const builder = new LandscapeGraphBuilder().addAll(facts);
    finish(builder.seal(1));
    expect(() => builder.addDependency(dependency!)).toThrow(/sealed/);
    expect(() => finish(builder.seal(2))).toThrow(/sealed/);
  });
});

describe('edits', () => {
  const store = sketchFacts(SKETCH).components.find((fact) => fact.technicalName === 'shop.store')!;
  const edge = sketchFacts(SKETCH).dependencies[0]!;
  const unknown = testGuid(0, 4711);
  const cases: [name: string, refused: LandscapeEdits, message: RegExp][] = [
    ['go back in versions', { ...edits({}), version: 0 }, /cannot go back/],
    ['name an unknown application', edits({ components: [{ ...store, applicationId: unknown }] }), /of applications/],
    [
      'name a capability that the same edits remove',
      edits({ applications: [{ ...sketchFacts(SKETCH).applications[0]!, name: 'New' }] }, { capabilities: [capabilityId('sales')] }),
      /of capabilities/,
    ],
    ['take the ordinal of another component', edits({ components: [{ ...store, id: testGuid(1, 1) }] }), /not its own/],
    ['change the ordinal of a component', edits({ components: [{ ...store, ordinal: 50 }] }), /not its own/],
    [
      'join a component that the same edits remove',
      edits({ dependencies: [{ ...edge, mode: 'Soft' }] }, { components: [store.id] }),
      /not both/,
    ],
    [
      'join a component of an application that the same edits remove',
      edits({ dependencies: [{ ...edge, mode: 'Soft' }] }, { applications: [applicationId('shop')] }),
      /not both/,
    ],
    ['join a component to itself', edits({ dependencies: [{ ...edge, targetOrdinal: edge.sourceOrdinal }] }), /to itself/],
  ];
  test.each(cases)('that %s are refused, and change nothing', (_name, refused, message) => {
    const graph = sketchGraph(SKETCH);
    const harmless = { ...refused, upserts: { ...refused.upserts, technologies: [{ id: testGuid(7, 1), technicalName: 't', name: 'T' }] } };
    expect(() => applyEdits(graph, harmless)).toThrow(message);
    expect(graph.version).toBe(1);
    expect(graph.findEntity('technology', 't')).toBeNull();
    expect(reachedWhenFails(graph, 'component', componentId('db.main'))).toEqual(['db.main', 'shop.store', 'shop.front']);
  });

  test('remove an application with its components and their edges', () => {
    const graph = sketchGraph(SKETCH);
    applyEdits(graph, edits({}, { applications: [applicationId('shop')] }));
    expect(graph.findEntity('component', 'shop.front')).toBeNull();
    expect(graph.edges.count).toBe(0);
    expect(reachedWhenFails(graph, 'component', componentId('db.main'))).toEqual(['db.main']);
    expect(graph.version).toBe(2);
  });

  test('keep a component, with its edges, that moves out of an application before that is removed', () => {
    const graph = sketchGraph(SKETCH);
    applyEdits(graph, edits({ components: [{ ...store, applicationId: applicationId('db') }] }, { applications: [applicationId('shop')] }));
    expect(reachedWhenFails(graph, 'component', componentId('db.main'))).toEqual(['db.main', 'shop.store']);
  });

  test('remove a hosting area with its zones', () => {
    const graph = sketchGraph(SKETCH);
    applyEdits(graph, edits({}, { hostingAreas: [areaId('east')] }));
    expect(reachedWhenFails(graph, 'hosting-zone', zoneId('east.a'))).toBeNull();
    expect(reachedWhenFails(graph, 'component', componentId('db.main'))).toHaveLength(3);
  });

  test('give the ordinal of a removed component to a new one', () => {
    const graph = sketchGraph(SKETCH);
    const fresh = { ...store, id: testGuid(1, 1), technicalName: 'shop.new' };
    applyEdits(graph, edits({ components: [fresh], dependencies: [edge] }, { components: [store.id] }));
    expect(reachedWhenFails(graph, 'component', fresh.id)).toEqual(['shop.new', 'shop.front']);
  });

  test('find a renamed component only by its new name', () => {
    const graph = sketchGraph(SKETCH);
    expect(graph.findEntity('component', 'shop.store')?.id).toBe(store.id);
    applyEdits(graph, edits({ components: [{ ...store, technicalName: 'shop.cellar' }] }));
    expect(graph.findEntity('component', 'shop.store')).toBeNull();
    expect(graph.findEntity('component', 'shop.cellar')?.id).toBe(store.id);
    expect(graph.findEntity('component', store.id.toUpperCase())?.id).toBe(store.id);
  });

  test('that remove everything leave nothing to be found, and the same entities can be added again', () => {
    const facts = readLandscape('opentelemetry-demo');
    const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
    const kinds = Object.keys(facts) as (keyof LandscapeFacts)[];
    const before = everythingIn(graph);
    const ids = Object.fromEntries(kinds.map((kind) => [kind, facts[kind].map((fact) => fact.id)]));
    applyEdits(graph, { version: 2, upserts: {}, removals: ids });
    expect(everythingIn(graph)).toEqual({ components: [], dependencies: [] });
    expect(graph.tables().map((table) => [...table].length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(
      Object.values(graph.links).map(
        (link) => link.named.lengths.some((length) => length > 0) || link.holders.lengths.some((length) => length > 0),
      ),
    ).not.toContain(true);
    applyEdits(graph, { version: 3, upserts: facts, removals: {} });
    const byId = (a: { id: string }, b: { id: string }): number => byCodeUnit(a.id, b.id);
    expect(everythingIn(graph).components.sort(byId)).toEqual(before.components.sort(byId));
    expect(everythingIn(graph).dependencies.sort(byId)).toEqual(before.dependencies.sort(byId));
  });
});

test('a dependency is shown as it was stated, even if it does not propagate', () => {
  const graph = sketchGraph({ edges: ['a -> b Reads Soft optional blocked group:r minimum:1'] });
  const shown = {
    id: testGuid(9, 0),
    sourceComponentId: componentId('a'),
    targetComponentId: componentId('b'),
    dependencyType: 'Reads',
    mode: 'Soft',
    required: false,
    propagates: false,
    redundancyGroup: 'r',
    redundancyMinimum: 1,
  };
  expect(graph.dependenciesOf(graph.components.find(componentId('a')))).toEqual([shown]);
  expect(graph.dependentsOf(graph.components.find(componentId('b')))).toEqual([shown]);
  expect(graph.dependenciesOf(graph.components.find(componentId('b')))).toEqual([]);
});
