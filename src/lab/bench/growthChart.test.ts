/** The chart of times by size. */
import { DOMParser } from '@xmldom/xmldom';
import { expect, it } from 'vitest';
import { growthChart } from './growthChart';

const chart = growthChart(
  'Time <by> size',
  [10, 100],
  [
    { name: 'flat & quick', times: [1, 1] },
    { name: 'linear', times: [1, 10] },
    { name: 'linear too', times: [1, 10] },
  ],
);

it('a line that grows as the size goes from corner to corner, one that does not along the bottom', () => {
  expect(chart).toContain('d="M72 316L500 316"');
  expect(chart).toContain('d="M72 316L500 44"');
});

it('names each line with its last time, and names at the same height move apart', () => {
  expect(chart).toContain('y="320">flat &amp; quick, 1 ms</text>');
  expect(chart).toContain('y="48">linear, 10 ms</text>');
  expect(chart).toContain('y="65">linear too, 10 ms</text>');
});

it('a chart is well-formed XML, whatever its title', () => {
  const document = new DOMParser().parseFromString(chart, 'image/svg+xml');
  expect(document.documentElement?.getAttribute('aria-label')).toBe('Time <by> size');
  expect(document.getElementsByTagName('circle')).toHaveLength(6);
});
