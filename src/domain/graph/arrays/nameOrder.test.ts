/** Ranks by name and the sorting of keys, against plain sorts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderKey, rankIn, sortKeysUpwards } from './answerOrder';
import { NameOrder } from './nameOrder';
import { sortedByName } from '@/plain/nameSort';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

describe('the order of names', { timeout: 60_000 }, () => {
  test('is that of code units, after any additions, renamings and removals', () => {
    const round = fc.array(fc.tuple(fc.nat(30), fc.option(fc.constantFrom('a', 'B', 'b', 'Z', 'a-1', 'a.1', 'a_1', 'aa', 'é'))), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), (rounds) => {
        const order = new NameOrder();
        const names: (string | undefined)[] = [];
        for (const changes of rounds) {
          for (const [node, name] of changes) {
            while (names.length <= node) names.push(undefined);
            names[node] = name === null ? undefined : `${name}#${node}`;
            order.touch(node);
          }
          finish(order.refresh(names));
          const expected = names.filter((name) => name !== undefined).sort();
          expect(Array.from(order.order, (node) => names[node])).toEqual(expected);
          expect(names.map((name, node) => (name === undefined ? -1 : order.ranks[node]))).toEqual(
            names.map((name) => (name === undefined ? -1 : expected.indexOf(name))),
          );
          names.forEach((name, node) => name !== undefined && expect(order.find(name, names)).toBe(node));
          expect(order.find('nobody', names)).toBe(-1);
        }
      }),
      randomRuns(300),
    );
  });
});

describe('sorting names', () => {
  const name = (number: number): string =>
    `service-${(Math.imul(number, 2654435761) >>> 0) % 4000}${number % 3 === 0 ? '' : `.${number % 7}-x`}`;
  const cases: [name: string, names: string[]][] = [
    ['thousands with long common prefixes, some of them prefixes of others', Array.from({ length: 20_000 }, (_, number) => name(number))],
    ['thousands of equal names', Array.from({ length: 3000 }, () => 'same')],
    ['thousands of which one is not ASCII', Array.from({ length: 3000 }, (_, number) => (number === 2999 ? 'service-é' : name(number)))],
    ['none', []],
  ];
  test.each(cases)('%s, is that of code units', (_name, names) => {
    expect(Array.from(finish(sortedByName([...names.keys()], names)), (index) => names[index])).toEqual([...names].sort());
  });
});

describe('keys', () => {
  test('sort by depth, then worst severity, then rank', () => {
    const wanted = [
      orderKey(0, 3, 5),
      orderKey(0, 0, 1),
      orderKey(1, 3, 9),
      orderKey(1, 2, 0),
      orderKey(1, 2, 0xffffff),
      orderKey(10, 0, 0),
      orderKey(63, 0, 0xffffff),
    ];
    expect([...wanted].reverse().sort((a, b) => a - b)).toEqual(wanted);
    expect(wanted.map(rankIn)).toEqual([5, 1, 9, 0, 0xffffff, 0, 0xffffff]);
  });

  test.each([0, 1, 511, 512, 5000])('sort as numbers do, %i of them', (count) => {
    const keys = Uint32Array.from({ length: count }, (_, i) => Math.imul(i + 1, 2654435761) >>> 0);
    const wanted = keys.slice().sort();
    finish(sortKeysUpwards(keys, new Uint32Array(count)));
    expect(keys).toEqual(wanted);
  });
});
