import { expect, it } from 'vitest';
import { isNarrowed, registerInput, type RegisterView } from './registerAddress';

const all: RegisterView = {
  status: null,
  search: '',
  application: null,
  tiers: [],
  types: [],
  verdicts: [],
  classes: [],
  highest: [],
  external: null,
  personal: null,
  unprotected: null,
  at: null,
};

it('requests everything when nothing is chosen', () => {
  expect(registerInput(all)).toEqual({});
  expect(isNarrowed(all)).toBe(false);
});

it('requests each choice, no as well as yes', () => {
  const view: RegisterView = {
    status: 'gap',
    search: ' db ',
    application: 'shop',
    tiers: ['MissionCritical'],
    types: ['Calls', 'Reads'],
    verdicts: ['gap'],
    classes: ['Restricted'],
    highest: ['Administrative'],
    external: false,
    personal: true,
    unprotected: true,
    at: '2026-09-30',
  };
  expect(registerInput(view)).toEqual({
    status: 'gap',
    search: 'db',
    application: 'shop',
    criticalityTier: ['MissionCritical'],
    dependencyType: ['Calls', 'Reads'],
    verdict: ['gap'],
    dataClass: ['Restricted'],
    highestTier: ['Administrative'],
    isExternal: false,
    personalData: true,
    unprotected: true,
    at: '2026-09-30',
  });
  expect(isNarrowed(view)).toBe(true);
});

it('does not count a past date as a filter: the whole register of that time is shown', () => {
  expect(isNarrowed({ ...all, at: '2026-09-30' })).toBe(false);
});
