import { expect, it } from 'vitest';
import { dependencySentence, effectSentence, modeLabel, passedOn } from './dependencyLabels';

const hard = { dependencyType: 'Calls', mode: 'Hard', required: true, propagates: true } as const;

it.each([
  ['Hard', true, 'Outage'],
  ['Hard', false, 'Degraded'],
  ['Degraded', true, 'Degraded'],
  ['Degraded', false, 'Warning'],
  ['Soft', true, 'Degraded'],
  ['Soft', false, 'Warning'],
  ['Async', true, 'Warning'],
  ['Async', false, 'Healthy'],
] as const)('of an outage, a %s dependency (required: %s) passes on %s', (mode, required, expected) => {
  expect(passedOn({ ...hard, mode, required }, 'Outage')).toBe(expected);
});

it('a dependency that does not propagate passes on nothing, and says so', () => {
  expect(passedOn({ ...hard, propagates: false }, 'Outage')).toBe('Healthy');
  expect(effectSentence('Checkout', 'Collector', { ...hard, propagates: false }, null)).toBe(
    'A failure of Collector does not spread to Checkout.',
  );
});

it('says who depends on whom, and how', () => {
  expect(dependencySentence('Checkout', 'UsesIdp', 'Keycloak')).toBe('Checkout signs people in through Keycloak.');
  expect(modeLabel({ mode: 'Soft', required: false, propagates: true })).toBe('Soft, optional');
  expect(modeLabel({ mode: 'Async', required: true, propagates: false })).toBe('Async, required, does not propagate');
});

it('says what an outage of the target does to the source', () => {
  expect(effectSentence('Checkout', 'Payment', hard, null)).toBe('If Payment is down, Checkout is down.');
  expect(effectSentence('Shop', 'Replica', hard, 'databases')).toBe(
    'If Replica is down, Shop is down, unless enough other targets of the redundancy group “databases” work.',
  );
});
