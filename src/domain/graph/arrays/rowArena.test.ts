/** Rows and ids in typed arrays against plain collections, under random edits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GuidTable } from './guidTable';
import { RowArena } from './rowArena';
import { testGuid } from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const ROWS = 6;
const command = fc.record({
  kind: fc.constantFrom('append', 'append', 'append', 'remove', 'compact', 'clear'),
  row: fc.nat(ROWS - 1),
  value: fc.nat(4),
  companion: fc.nat(2),
});

function contentOf(arena: RowArena, row: number): string[] {
  const start = arena.starts[row] ?? 0;
  return Array.from({ length: arena.rowLength(row) }, (_, i) => `${arena.values[start + i]}/${arena.companions[start + i]}`).sort();
}

describe('an arena of rows', { timeout: 60_000 }, () => {
  test('holds what lists would hold, through appends, removals, clearing and compaction', () => {
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 200, size: 'max' }),
        fc.array(fc.tuple(fc.nat(ROWS - 1), fc.nat(4)), { maxLength: 20 }),
        (commands, initial) => {
          const arena = new RowArena(true);
          const lists: string[][] = Array.from({ length: ROWS }, () => []);
          const column = (pick: (entry: [number, number]) => number): Int32Array => Int32Array.from(initial, pick);
          finish(
            arena.fill(
              ROWS,
              initial.length,
              column(([row]) => row),
              column(([, value]) => value),
              column(() => 0),
            ),
          );
          initial.forEach(([row, value]) => lists[row]?.push(`${value}/0`));
          for (const { kind, row, value, companion } of commands) {
            const list = lists[row] ?? [];
            const position = list.indexOf(`${value}/${companion}`);
            if (kind === 'append') {
              arena.append(row, value, companion);
              list.push(`${value}/${companion}`);
            } else if (kind === 'remove') {
              expect(arena.remove(row, value, companion)).toBe(position !== -1);
              list.splice(position === -1 ? list.length : position, 1);
            } else if (kind === 'clear') {
              arena.clearRow(row);
              list.length = 0;
            } else finish(arena.compact());
          }
          lists.forEach((list, row) => expect(contentOf(arena, row)).toEqual(list.sort()));
        },
      ),
      randomRuns(300),
    );
  });

  test('reuses the space that long rows left behind', () => {
    const arena = new RowArena(false);
    for (let value = 0; value < 100_000; value++) arena.append(value % 7, value);
    expect(arena.values.length).toBeLessThan(600_000);
    finish(arena.compact());
    expect(arena.values.length).toBe(100_000);
    expect(Array.from(arena.row(3)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 14_286 }, (_, i) => 3 + 7 * i).filter((value) => value < 100_000),
    );
  });
});

describe('a table of GUIDs', { timeout: 60_000 }, () => {
  test('finds what a map would find, through additions and removals', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(40)), { maxLength: 300, size: 'max' }), (commands) => {
        const table = new GuidTable();
        const slots = new Map<string, number>();
        for (const [isAdded, number] of commands) {
          const guid = testGuid(1, number);
          if (isAdded && !slots.has(guid)) {
            table.put(number, guid);
            slots.set(guid, number);
          } else if (!isAdded && slots.delete(guid)) table.remove(number);
        }
        for (let number = 0; number <= 40; number++) expect(table.find(testGuid(1, number))).toBe(slots.get(testGuid(1, number)) ?? -1);
        const held = [...slots];
        expect(table.formatAll(Int32Array.from(held, ([, slot]) => slot))).toEqual(held.map(([guid]) => guid));
      }),
      randomRuns(200),
    );
  });

  test('formats thousands of them exactly as they were stored', () => {
    const guids = Array.from({ length: 5000 }, (_, number) => testGuid(number % 4096, number * 7919));
    const table = new GuidTable();
    guids.forEach((guid, slot) => table.put(slot, guid));
    expect(table.formatAll(Int32Array.from(guids, (_, slot) => slot))).toEqual(guids);
    expect(table.format(4999)).toBe(guids[4999]);
  });

  test.each([
    '',
    'x',
    '00000000-0000-4000-8000-00000000000',
    '00000000-0000-4000-8000-00000000000g',
    '00000000-0000-4000-8000-00000000000A',
    '00000000000000004000800000000000000é',
  ])('neither stores nor finds %j', (text) => {
    expect(() => new GuidTable().put(0, text)).toThrow(/canonical/);
    expect(new GuidTable().find(text)).toBe(-1);
  });
});
