import { expect, it } from 'vitest';
import { liveFigures, notRecordedNow } from './liveFigures';
import type { Snapshot } from './useLiveImpact';

type Situations = Snapshot['situations'];

it.each([
  [
    'what no situation records',
    [
      ['capabilities', 'audiences', 'revenue'],
      ['audiences', 'revenue'],
    ],
    ['audiences', 'revenue'],
  ],
  ['nothing if one situation records all', [['audiences'], []], []],
  ['nothing without a situation', [], []],
] as const)('not recorded is %s', (_, parts, expected) => {
  expect(notRecordedNow(parts.map((notRecorded) => ({ notRecorded })) as unknown as Situations)).toEqual(expected);
});

it('says what is not recorded instead of nobody and nothing, once what to link first, and leads there', () => {
  const nothing = { impacted: [{}, {}], applications: [{}], capabilities: [], audiences: [] };
  const revenueExposure = { currency: 'EUR', perHour: 0, expectedPerHour: 0, byAudience: [] };
  const figures = liveFigures({ ...nothing, revenueExposure } as unknown as Snapshot, {
    parts: ['capabilities', 'audiences', 'revenue'],
    href: '/applications',
  });
  expect(figures.map(({ label, value, note, href }) => [label, value, note, href])).toEqual([
    ['Affected', '2 components', '', undefined],
    ['In', '1 application', '', undefined],
    ['Capabilities', 'Not recorded', 'Link the applications to the capabilities that they support', '/applications'],
    ['People', 'Not recorded', '', undefined],
    ['Expected cost per hour', 'Not recorded', '', undefined],
  ]);
});
