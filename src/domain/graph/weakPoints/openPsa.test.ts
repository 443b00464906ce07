/** The fault tree, read back and evaluated for every set of failures, is true for exactly those that take the entity down. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { FACTS_OF_KIND, redundantLandscapes } from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { severitiesWhen, topsOf } from '@/test/weakPointOracle';
import { openPsaOf } from './openPsa';
import { WEAK_POINT_ENTITY_KINDS, WEAK_POINT_STATES } from './weakPointQuestion';
import { finish } from '@/plain/steps';

interface Element {
  name: string;
  attribute: string;
  children: Element[];
}

/** Reads only what such a document contains: elements with at most one attribute. Throws if elements do not nest. */
function parse(document: string): Element {
  const root: Element = { name: '', attribute: '', children: [] };
  const open = [root];
  for (const [, slash, name = '', , attribute = '', closed] of document.matchAll(/<(\/?)([a-z-]+)( [a-z]+="([^"]*)")?(\/?)>/g)) {
    if (slash === '/') {
      if (open.pop()!.name !== name) throw new Error(`${name} closes what is not open.`);
      continue;
    }
    const element = { name, attribute, children: [] };
    open.at(-1)!.children.push(element);
    if (closed !== '/') open.push(element);
  }
  if (open.length !== 1) throw new Error('Something is left open.');
  return root.children[0]!;
}

/** Whether the top event occurs when these basic events do. Throws for an undefined gate, and for a cycle. */
function comesAbout(tree: Element, events: ReadonlySet<string>): boolean {
  const gates = new Map(tree.children.filter(({ name }) => name === 'define-gate').map((gate) => [gate.attribute, gate.children[0]!]));
  const known = new Map<string, boolean | 'open'>();
  const holds = (formula: Element): boolean => {
    const all = (): boolean[] => formula.children.map(holds);
    switch (formula.name) {
      case 'basic-event':
        return events.has(formula.attribute);
      case 'or':
        return all().some(Boolean);
      case 'and':
        return all().every(Boolean);
      case 'atleast':
        return all().filter(Boolean).length >= Number(formula.attribute);
      case 'constant':
        return formula.attribute === 'true';
    }
    const gate = formula.attribute;
    if (known.get(gate) === 'open') throw new Error(`${gate} depends on itself.`);
    if (!known.has(gate)) {
      known.set(gate, 'open');
      known.set(gate, holds(gates.get(gate)!));
    }
    return known.get(gate) as boolean;
  };
  return holds(gates.get('top')!);
}

describe('the fault tree of an entity', { timeout: 60_000 }, () => {
  test('is true for exactly those sets of up to two failures that take the entity down, cycles and groups included', () => {
    const asked = fc.record({
      kind: fc.constantFrom(...WEAK_POINT_ENTITY_KINDS),
      number: fc.nat(99),
      state: fc.constantFrom(...WEAK_POINT_STATES),
    });
    fc.assert(
      fc.property(redundantLandscapes, asked, (facts, { kind, number, state }) => {
        const candidates = facts[FACTS_OF_KIND[kind]];
        const fact = candidates[number % Math.max(1, candidates.length)];
        if (fact === undefined) return;
        const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
        const document = parse(openPsaOf(graph, graph.findEntity(kind, fact.id)!, state)!);
        const tree = document.children.find(({ name }) => name === 'define-fault-tree')!;
        const defined = document.children.find(({ name }) => name === 'model-data')!.children.map(({ attribute }) => attribute);
        const { tops } = topsOf(facts, kind, fact.id);
        const components = facts.components.map(({ id, technicalName }) => ({ id, event: `c_${technicalName.replaceAll('-', '_')}` }));
        for (const one of components)
          for (const other of components) {
            const states = severitiesWhen(facts, new Map([one, other].map(({ id }) => [id, 3])));
            const expected = [...tops].some((top) => states.get(top)! >= HEALTH_STATES.indexOf(state));
            expect(comesAbout(tree, new Set([one.event, other.event]))).toBe(expected);
          }
        expect(components.map(({ event }) => event)).toEqual(expect.arrayContaining(defined));
      }),
      randomRuns(25),
    );
  });
});
