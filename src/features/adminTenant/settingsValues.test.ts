import { expect, it } from 'vitest';
import { patchOf, type SettingsValues } from './settingsValues';

const before: SettingsValues = {
  name: 'Shop',
  currency: 'EUR',
  revenueVisibleTo: ['Admin', 'Owner'],
  incidentThreshold: 'Degraded',
  resolveAfterSeconds: 300,
  openAfterSeconds: 15,
  recoveryGraceSeconds: 60,
  incidentsOutsideService: false,
  areShareLinksAllowed: true,
  domainsBy: null,
  teamSeparator: '/',
  staleAfterMinutes: 0,
};

it.each([
  [{}, {}],
  [{ name: ' Shop ' }, {}],
  [{ name: 'Store' }, { name: 'Store' }],
  [
    { currency: 'USD', resolveAfterSeconds: 0 },
    { currency: 'USD', resolveAfterSeconds: 0 },
  ],
  [
    { openAfterSeconds: 0, recoveryGraceSeconds: 0 },
    { openAfterSeconds: 0, recoveryGraceSeconds: 0 },
  ],
  [{ revenueVisibleTo: [] }, { revenueVisibleTo: [] }],
  [{ incidentThreshold: 'Outage' }, { incidentThreshold: 'Outage' }],
] as [Partial<SettingsValues>, object][])('after entering %j only the differences are sent: %j', (change, patch) => {
  expect(patchOf(before, { ...before, ...change })).toEqual(patch);
});
