import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { wrapText } from './fitText';

const letters = (text: string): number => [...text].length;

it.each([
  ['Checkout', 20, 2, ['Checkout']],
  ['Recommendation service', 14, 2, ['Recommendation', 'service']],
  ['payment-gateway-adapter', 16, 2, ['payment-gateway-', 'adapter']],
  ['A name that is far too long for it', 12, 2, ['A name that', 'is far too…']],
  ['Supercalifragilistic', 10, 2, ['Supercali…']],
  ['Supercalifragilistic service', 10, 2, ['Supercali…', 'service']],
  ['attachmentsConsumer', 12, 2, ['attachments', 'Consumer']],
  ['Supercalifragilistic', 6, 1, ['Super…']],
  ['  ', 6, 2, []],
])('wraps %j into %i letters', (name, width, mostLines, lines) => {
  expect(wrapText(name, width, mostLines, letters)).toEqual(lines);
});

it('no line is wider than its room, and nothing is lost without an ellipsis', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 80 }),
      fc.integer({ min: 2, max: 30 }),
      fc.integer({ min: 1, max: 3 }),
      (name, width, most) => {
        const lines = wrapText(name, width, most, letters);
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines) expect(letters(line)).toBeLessThanOrEqual(width);
        const whole = name.replace(/\s/g, '');
        if (lines.some((line) => line.endsWith('…'))) return;
        const shown = lines.join('').replace(/\s/g, '');
        expect(shown).toBe(whole);
      },
    ),
    randomRuns(200),
  );
});
