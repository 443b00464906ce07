import { describe, expect, it } from 'vitest';
import { firstKey, groupKeyOf, NO_GROUP, teamKey, teamOfKey, type GroupedBy, type Memberships } from './grouping';

const web: Memberships = {
  application: { id: 'shop-id', ownerTeam: 'Payments' },
  hostingZones: [
    { id: 'west-id', technicalName: 'west' },
    { id: 'east-id', technicalName: 'east' },
  ],
  capabilities: [{ id: 'pay-id', technicalName: 'pay' }],
};
const lone: Memberships = { application: { id: 'shop-id', ownerTeam: '' }, hostingZones: [], capabilities: [] };

describe('the group of a component', () => {
  it.each<[GroupedBy, string, string]>([
    ['application', 'shop-id', 'shop-id'],
    ['hosting-zone', 'east-id', NO_GROUP],
    ['team', 'team Payments', NO_GROUP],
    ['capability', 'pay-id', NO_GROUP],
  ])('by %s is %s, or %s of what belongs nowhere', (by, key, keyOfLone) => {
    expect(groupKeyOf(web, by)).toBe(key);
    expect(groupKeyOf(lone, by)).toBe(keyOfLone);
  });
});

it('of several groups the first technicalName by code unit counts: capitals before small letters', () => {
  expect(
    firstKey([
      { id: '1', technicalName: 'a' },
      { id: '2', technicalName: 'B' },
    ]),
  ).toBe('2');
});

it('a team called none is distinct from the group without a team', () => {
  expect(teamKey('none')).not.toBe(NO_GROUP);
  expect(teamOfKey(teamKey('none'))).toBe('none');
});
