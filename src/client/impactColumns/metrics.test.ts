import { expect, it } from 'vitest';
import { fitText } from '@/canvas/model/fitText';
import type { BandItem, BandKind } from './bands';
import { blank, rowOf } from './cardBands';
import { measure, ROW_SIZE, TITLE_SIZE, WHOLE, widthUncut } from './metrics';
import { placeBands } from './placeBands';

/** Left of a text with a state, and right of it. */
const BESIDE = 36;

it.each([['Browse the catalogue'], ['Recommendations'], ['OrderEventsOfYesterday'], ['a'], ['Card provider of the second bank']])(
  'an item as wide as it asks for cuts neither a title nor a row: %s',
  (name) => {
    const told = { failingNow: new Set(['row']) };
    const row = rowOf({ id: 'row', name, state: 'Outage', depth: 1 } as Parameters<typeof rowOf>[0], told);
    const item = { ...blank('item', 'card', name, 'Outage', 0), rows: [row], rowCount: 1 };
    const width = widthUncut(item);
    for (const [size, isBold] of [
      [TITLE_SIZE, true],
      [ROW_SIZE, true],
    ] as const)
      expect(fitText(name, width - BESIDE, 2, { size, isBold }).join(' ')).not.toContain('…');
    expect(measure(item, WHOLE, width, 0).rows).toHaveLength(1);
  },
);

it('a picture does not grow so large that it cuts a name', () => {
  const row = rowOf({ id: 'row', name: 'Recommendations', state: 'Outage', depth: 1 } as Parameters<typeof rowOf>[0], {
    failingNow: new Set(),
  });
  const card = { ...blank('card', 'card', 'Storefront', 'Outage', 0), rows: [row], rowCount: 1 };
  const bandOf = (kind: BandKind, item: BandItem) => ({ kind, heading: kind, items: [item], noun: { one: kind, many: kind }, unlisted: 0 });
  const bands = [
    bandOf('causes', blank('cause', 'cause', 'Queue', 'Outage', 0)),
    bandOf('cards', card),
    bandOf('outcomes', blank('outcome', 'outcome', 'Sell', 'Outage', 0)),
    bandOf('audiences', blank('audience', 'audience', 'Buyers', 'Outage', 0)),
  ];
  const windows = Array.from({ length: 80 }, (_, at) => 640 + 5 * at);
  const cutIn = windows.filter((width) => {
    const { items } = placeBands(() => ({ bands, links: [], outcomes: [] }), { width, height: 700 });
    return items.find(({ item }) => item.id === 'card')!.box.width < widthUncut(card);
  });
  expect(cutIn).toEqual([]);
});
