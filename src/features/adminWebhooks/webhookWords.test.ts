import { expect, it } from 'vitest';
import { STATUS_OF } from './subscriptionWords';
import { conditionOf, isOnItsWay } from './webhookWords';

const fine = { isEnabled: true, disabledReason: null, failingSince: null, failures: 0, isSecretReadable: true };

it.each([
  [fine, { label: 'On', state: 'Healthy', detail: null }],
  [
    { ...fine, failingSince: '2026-11-20T00:00:00Z', failures: 1 },
    { label: 'Failing', state: 'Warning', detail: '1 failed attempt in a row.' },
  ],
  [
    { ...fine, failingSince: '2026-11-20T00:00:00Z', failures: 1_200 },
    { label: 'Failing', state: 'Warning', detail: '1,200 failed attempts in a row.' },
  ],
  [
    { ...fine, isSecretReadable: false },
    {
      label: 'Cannot be signed',
      state: 'Outage',
      detail: 'Its secret was encrypted with another FAULTLINE_SECRET. Events wait up to three days for that one or for a new secret.',
    },
  ],
  [
    { ...fine, isEnabled: false, disabledReason: 'ByHand' as const },
    { label: 'Off', state: null, detail: 'Switched off by a member.' },
  ],
  [
    { ...fine, isEnabled: false, disabledReason: 'Gone' as const, failingSince: '2026-11-20T00:00:00Z' },
    { label: 'Off', state: 'Outage', detail: 'Switched off: the address answered that it is gone (410).' },
  ],
])('an endpoint with %j is described as %j', (webhook, condition) => {
  expect(conditionOf(webhook)).toEqual(condition);
});

it.each([
  ['Pending', null, true],
  ['Retrying', '2026-11-20T10:00:59Z', true],
  ['Retrying', '2026-11-20T10:01:00Z', false],
  ['Delivered', null, false],
  ['Dead', null, false],
] as const)('a delivery that is %s, next attempt %s, is on its way: %s', (status, nextAttemptAt, isOn) => {
  expect(isOnItsWay({ status, nextAttemptAt }, Date.parse('2026-11-20T10:00:00Z'))).toBe(isOn);
});

it('does not call healthy what a subscription only has not been told about', () => {
  expect(STATUS_OF.Quiet).toEqual({ label: 'Nothing to tell', state: null });
});
