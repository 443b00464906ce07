/** Names that were seen find their components, or nobody guesses; and planted differences are found exactly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { compareObserved, type DeclaredDependency } from './compare';
import { ComponentNames } from './mapping';
import type { Observed, ObservedEdge, ObservedNode } from './observed';

const node = (name: string, more: Partial<ObservedNode> = {}): ObservedNode => ({
  ...{ key: name, name, namespace: null, kind: 'WebAPI', runtime: null, isExternal: false, isService: true, zones: [], tier: null },
  ...{ owner: null, group: null, component: null },
  ...{ isCalledFromOutside: false, destinations: [], databases: [], isNamedBySystem: false },
  ...more,
});
const edge = (source: string, target: string, more: Partial<ObservedEdge> = {}): ObservedEdge => ({
  ...{ source, target, dependencyType: 'Calls', calls: 10, failed: 0, alone: 0, reached: 0, retried: 0, outlived: 0 },
  ...{ isTelemetry: false, protocol: null, isEncrypted: null, how: '' },
  ...more,
});
const declared = (source: string, target: string, more: Partial<DeclaredDependency> = {}): DeclaredDependency => ({
  ...{ source, target, dependencyType: 'Calls', mode: 'Hard', required: true, isEncrypted: false },
  ...more,
});
const seen = (
  edges: ObservedEdge[],
  nodes = [...new Set(edges.flatMap(({ source, target }) => [source, target]))].map((name) => node(name)),
): Observed => ({
  ...{ unit: 'span', count: 1, left: [] },
  ...{ nodes, edges },
});
const compare = (observed: Observed, own: DeclaredDependency[], names: Record<string, string> = {}) =>
  compareObserved(
    observed,
    own,
    new ComponentNames([...new Set(own.flatMap(({ source, target }) => [source, target])), 'spare'], new Map(Object.entries(names))),
  );

describe('a name', () => {
  const names = new ComponentNames(
    ['Cart', 'shop-web', 'Stock', 'stock', 'ledger'],
    new Map([
      ['basket', 'Cart'],
      ['gone', 'nowhere'],
    ]),
  );
  it.each<[string, string | null, object]>([
    ['cart', null, { component: 'Cart' }],
    ['basket', null, { component: 'Cart', how: 'by your names' }],
    ['web', 'shop', { component: 'shop-web' }],
    ['cart.shop.svc.cluster.local', null, { component: 'Cart' }],
    ['cart:8080', null, { component: 'Cart' }],
    ['cart-6b7c8d9e0f-fghij', null, { component: 'Cart' }],
    ['cart-v2', null, { component: 'Cart' }],
    ['cart-service', null, { component: 'Cart' }],
    ['stock', null, { component: 'stock' }],
    ['STOCK', null, { candidates: ['Stock', 'stock'] }],
    ['leger', null, { nearest: ['ledger'] }],
    ['quite-another', null, { nearest: [] }],
    ['gone', null, { nearest: [] }],
  ])('%s of %s is %j', (name, namespace, expected) => {
    expect(names.mapped({ name, namespace, component: null })).toMatchObject(expected);
  });

  it('that states its component is that one, before all names', () => {
    const own = new ComponentNames(['orders', 'store'], new Map([['orders', 'orders']]));
    const stated = (component: string | null) => own.mapped({ name: 'orders', namespace: null, component });
    expect([stated('store'), stated('gone'), stated(null)]).toMatchObject([
      { component: 'store', how: 'by its attribute faultline.component' },
      { component: 'orders', how: 'by your names' },
      { component: 'orders' },
    ]);
  });
});

describe('against the landscape', () => {
  const hard = { alone: 20, reached: 20 };
  const soft = { alone: 20, reached: 0 };
  it.each<[string, Partial<ObservedEdge>, Partial<DeclaredDependency>, string[]]>([
    ['Soft declared and Hard measured hides an outage', hard, { mode: 'Soft' }, ['hidden-outage']],
    ['Async declared and Hard measured hides an outage', hard, { mode: 'Async' }, ['hidden-outage']],
    ['Hard declared and Soft measured is overstated', soft, { mode: 'Hard' }, ['overstated']],
    ['Degraded declared and Hard measured is understated', hard, { mode: 'Degraded' }, ['understated']],
    ['what is mixed contradicts nothing', { alone: 12, reached: 6 }, { mode: 'Soft' }, []],
    ['too few failures contradict nothing', { alone: 4, reached: 4 }, { mode: 'Soft' }, []],
    ['plain text contradicts encryption', { isEncrypted: false }, { isEncrypted: true }, ['encryption']],
    ['encryption contradicts nothing', { isEncrypted: true }, {}, []],
    ['messages contradict calls', { dependencyType: 'Publishes' }, {}, ['type']],
    ['its owner contradicts that it is required', { declared: { mode: 'Soft', isRequired: false } }, { mode: 'Soft' }, ['required']],
  ])('%s', (_, observed, own, expected) => {
    const { atOdds, undeclared, agreeing } = compare(seen([edge('a', 'b', observed)]), [declared('a', 'b', own)]);
    expect([atOdds.map(({ what }) => what), undeclared, agreeing]).toEqual([expected, [], expected.length === 0 ? 1 : 0]);
  });

  it.each([
    ['is measured as declared', hard, { mode: 'Hard' }, 1],
    ['failed too seldom to be measured', { alone: 4, reached: 4 }, { mode: 'Hard' }, 0],
    ['is measured as another mode, which contradicts nothing', { alone: 12, reached: 6 }, { mode: 'Soft' }, 0],
  ] as const)('tells a dependency of which the mode %s', (_, observed, own, measured) => {
    expect(compare(seen([edge('a', 'b', observed)]), [declared('a', 'b', own)])).toMatchObject({ agreeing: 1, measured });
  });

  it('what is declared the other way round is at odds, what is not declared is not, and little of it is not told', () => {
    const own = [declared('b', 'a'), declared('c', 'spare')];
    const { atOdds, undeclared, unmapped, mapped, names } = compare(
      seen([edge('a', 'b'), edge('c', 'a'), edge('a', 'c', { calls: 2 }), edge('a', 'x')]),
      own,
    );
    expect(atOdds).toMatchObject([{ source: 'a', target: 'b', what: 'direction' }]);
    expect(undeclared).toMatchObject([{ source: 'c', target: 'a', calls: 10 }]);
    expect([unmapped, mapped, names]).toMatchObject([[{ name: 'x' }], 3, 4]);
  });

  it('of random landscapes with planted differences is exactly what was planted, in any order', () => {
    const planted = fc.array(
      fc.record({
        source: fc.nat(9),
        target: fc.nat(9),
        fate: fc.constantFrom('same', 'undeclared', 'hidden-outage', 'overstated', 'encryption'),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(planted, fc.infiniteStream(fc.nat()), (plan, order) => {
        const pairs = new Map(plan.filter(({ source, target }) => source < target).map((one) => [`${one.source} ${one.target}`, one]));
        const edges: ObservedEdge[] = [];
        const own: DeclaredDependency[] = Array.from({ length: 10 }, (_, at) => declared(`s${at}`, `t${at}`));
        for (const { source, target, fate } of pairs.values()) {
          const measured =
            fate === 'hidden-outage' ? hard : fate === 'overstated' ? soft : fate === 'encryption' ? { isEncrypted: false } : {};
          edges.push(edge(`s${source}`, `s${target}`, measured));
          if (fate !== 'undeclared')
            own.push(
              declared(`s${source}`, `s${target}`, {
                mode: fate === 'hidden-outage' ? 'Soft' : 'Hard',
                isEncrypted: fate === 'encryption',
              }),
            );
        }
        const shuffled = edges.map((one) => ({ one, place: order.next().value as number })).sort((left, right) => left.place - right.place);
        const told = compare(seen(shuffled.map(({ one }) => one)), own);
        const lines = [
          ...told.atOdds.map(({ what, ...pair }) => `${what} ${pair.source} ${pair.target}`),
          ...told.undeclared.map((one) => `undeclared ${one.source} ${one.target}`),
        ];
        const expected = [...pairs.values()]
          .filter(({ fate }) => fate !== 'same')
          .map(({ source, target, fate }) => `${fate} s${source} s${target}`);
        expect(lines.sort()).toEqual(expected.sort());
      }),
      randomRuns(150),
    );
  });
});
