import { expect, it } from 'vitest';
import type { Scenario } from '@/contract/savedScenarios';
import { askedBy, fieldsOf, isAsSaved } from './savedView';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const scenario = {
  failures: [
    { entityType: 'component', id: A, technicalName: 'a', state: 'Outage' },
    { entityType: 'hosting-zone', id: B, technicalName: 'b', state: 'Degraded' },
  ],
  missing: [],
  withheldDependencies: [B],
  baseline: 'live',
  durationMinutes: 30,
} as unknown as Scenario;

it('opens a saved scenario, and saves it unchanged', () => {
  const asked = askedBy(scenario);
  expect(isAsSaved(asked, scenario)).toBe(true);
  expect(fieldsOf(asked)).toEqual({
    failures: [
      { entityType: 'component', entity: A, state: 'Outage' },
      { entityType: 'hosting-zone', entity: B, state: 'Degraded' },
    ],
    withheldDependencies: [B],
    baseline: 'live',
    durationMinutes: 30,
  });
});

it('leaves out what is no longer in the landscape, and what is switched off', () => {
  const asked = askedBy({ ...scenario, missing: [{ entityType: 'component', id: A, technicalName: 'a' }] });
  expect(asked.basket.map(({ id }) => id)).toEqual([B]);
  expect(fieldsOf({ ...asked, basket: asked.basket.map((member) => ({ ...member, isOff: true })) }).failures).toEqual([]);
});

it.each([
  ['a member', { basket: [] }],
  ['what is withheld', { withheld: [] }],
  ['the baseline', { baseline: 'clean' as const }],
  ['how long it lasts', { minutes: null }],
])('notices that %s was changed', (_what, change) => {
  expect(isAsSaved({ ...askedBy(scenario), ...change }, scenario)).toBe(false);
});
