import { expect, it } from 'vitest';
import { fitText } from '@/canvas/model/fitText';
import { blank, rowOf } from './cardBands';
import { measure, ROW_SIZE, TITLE_SIZE, WHOLE, widthUncut } from './metrics';

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
