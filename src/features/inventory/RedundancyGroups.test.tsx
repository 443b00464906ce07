import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Neighbour } from '@/contract/landscapePicture';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { RedundancyGroups } from './RedundancyGroups';

const neighbour = (id: string, redundancyGroup: string | null) =>
  ({ component: { id, name: `Name of ${id}` }, redundancyGroup }) as Neighbour;
const NEIGHBOURS = [neighbour('a', 'replicas'), neighbour('b', 'replicas'), neighbour('c', null)];
const edge = (targetComponentId: string, redundancyGroup: string | null, redundancyMinimum = 1) => ({
  targetComponentId,
  redundancyGroup,
  redundancyMinimum,
});
// One target with two dependencies counts once.
const EDGES = [edge('a', 'replicas'), edge('a', 'replicas'), edge('b', 'replicas'), edge('c', null)];

function show(answers: FakeAnswers = {}, { mayEdit = true, neighbours = NEIGHBOURS } = {}) {
  return renderInTenant(<RedundancyGroups componentId="web" dependencies={neighbours} mayEdit={mayEdit} />, {
    answers: { 'dependencies.list': () => ({ items: EDGES, total: EDGES.length, nextCursor: null }), ...answers },
  });
}
const field = () => screen.findByRole('textbox', { name: 'How many of replicas must work' });
const save = () => screen.getByRole('button', { name: 'Save' });

it('sets how many targets must work for the whole group at once', async () => {
  const { user, callsOf } = show({ 'dependencies.setRedundancyMinimum': () => ({}) });
  expect((await screen.findByRole('region', { name: 'Redundancy groups' })).textContent).toContain('of 2 (Name of a, Name of b) must work');
  expect(save()).toHaveProperty('disabled', true);
  await user.clear(await field());
  expect(save()).toHaveProperty('disabled', true);
  await user.type(await field(), '2');
  await user.click(save());
  await waitFor(() => {
    expect(callsOf('dependencies.setRedundancyMinimum')).toEqual([{ component: 'web', name: 'replicas', redundancyMinimum: 2 }]);
  });
});

it('allows no number above that of the targets', async () => {
  const { user } = show();
  await user.clear(await field());
  await user.type(await field(), '3');
  expect(save()).toHaveProperty('disabled', true);
});

it('says why a change was refused', async () => {
  const { user } = show({
    'dependencies.setRedundancyMinimum': () => {
      throw refusal('conflict', 'Somebody else was faster.');
    },
  });
  await user.clear(await field());
  await user.type(await field(), '2');
  await user.click(save());
  expect(await screen.findByText('Somebody else was faster.')).toBeTruthy();
});

it('is read-only for those who may not change it, and absent without a group', async () => {
  show({}, { mayEdit: false });
  expect(await screen.findByText('replicas: 1 of 2 (Name of a, Name of b) must work')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  const { callsOf } = show({}, { neighbours: [neighbour('c', null)] });
  expect(callsOf('dependencies.list')).toEqual([]);
});
