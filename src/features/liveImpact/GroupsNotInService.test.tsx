import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { GroupsNotInService } from './GroupsNotInService';

const named = (technicalName: string, name: string) => ({ id: technicalName, technicalName, name });
const group = {
  source: named('web', 'Web'),
  redundancyGroup: 'pool',
  redundancyMinimum: 1,
  targets: 2,
  working: 1,
  lost: [named('r1', 'Replica 1')],
  notInService: [named('r2', 'Replica 2')],
};

it('says which groups count on what is not in service, and how many more there are', async () => {
  renderInTenant(<GroupsNotInService snapshot={{ groupsNotInService: [group], groupsNotInServiceOmitted: 3 }} />, { answers: {} });
  expect(await screen.findByRole('heading', { name: 'Redundancy that is not in service (4)' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Web' })).toBeTruthy();
  expect(screen.getByText('has 1 of 2 in “pool”, needs 1, and counts on Replica 2, which is not in service')).toBeTruthy();
  expect(screen.getByText('3 more are not listed.')).toBeTruthy();
});

it('shows nothing if no group does', () => {
  renderInTenant(<GroupsNotInService snapshot={{ groupsNotInService: [], groupsNotInServiceOmitted: 0 }} />, { answers: {} });
  expect(screen.queryByRole('heading')).toBeNull();
});
