import { expect, it } from 'vitest';
import { affectedLine, type Affecting } from './affectedLine';

const audience = (people: number | null, expectedState = 'Outage') => ({ people, expectedState });
const cost = { currency: 'EUR', perYear: 0, perHour: 9_000, expectedPerHour: 2_000, byAudience: [] };

it.each([
  [
    'people and money',
    { audiences: [audience(240_000)], revenueExposure: cost },
    '5 applications · 240,000 people · expected cost per hour €2,000',
  ],
  ['money withheld', { audiences: [audience(240_000)] }, '5 applications · 240,000 people'],
  ['an audience that is only reached', { audiences: [audience(240_000, 'Healthy')] }, '5 applications · nobody'],
  ['an audience without a number', { audiences: [audience(null)] }, '5 applications · 1 audience'],
  ['one audience of two without a number', { audiences: [audience(240_000), audience(null)] }, '5 applications · at least 240,000 people'],
  [
    'nothing linked',
    { completeness: { notRecorded: ['audiences', 'revenue'] }, revenueExposure: { ...cost, expectedPerHour: 0 } },
    '5 applications · people not recorded',
  ],
])('with %s it says so', (_case, told, line) => {
  const answer = { audiences: [], affectedCounts: { applications: 5 }, completeness: { notRecorded: [] }, ...told };
  expect(affectedLine(answer as unknown as Affecting)).toBe(line);
});
