import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ScenariosPage } from './ScenariosPage';

const ID = '22222222-2222-4222-8222-222222222222';
const FAILS = `fail=component:${ID}:Outage`;

function show(search: string, answers: object = {}) {
  return renderInTenant(<ScenariosPage />, {
    search,
    answers: {
      'scenarios.list': () => ({ items: [], nextCursor: null, total: 0 }),
      'home.overview': () => ({ size: { components: 2, dependencies: 1, applications: 1 }, widest: [], capabilities: [] }),
      'views.list': () => ({ items: [] }),
      ...answers,
    },
  });
}
const saved = () => screen.queryByRole('region', { name: 'Saved scenarios' });

it('says how to begin, and lists what is saved, before anything fails', async () => {
  show('');
  await screen.findByRole('heading', { name: 'What if these fail together?' });
  await screen.findByText('No scenario is saved yet.');
});

it('offers to save only once the answer is there, which would push the button away', async () => {
  let refuse: (reason: unknown) => void = () => undefined;
  show(FAILS, { 'scenarios.picture': () => new Promise((_, reject) => (refuse = reject)) });
  await screen.findByRole('status', { name: 'Calculating' });
  expect(saved()).toBeNull();
  refuse(refusal('not_found', 'There is no such component.'));
  await screen.findByText('This question could not be answered');
  await screen.findByText('There is no such component.');
  await screen.findByText('No scenario is saved yet.');
});

it('says so if everything is switched off', async () => {
  const { callsOf } = show(FAILS.replace('component', '!component'));
  await screen.findByText('Everything is switched off. Switch on what should fail.');
  expect(callsOf('scenarios.picture')).toEqual([]);
});
