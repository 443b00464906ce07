import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import type { ScenarioView } from '@/features/scenarios/scenarioAddress';
import { SavedScenarios } from './SavedScenarios';

const ID = '22222222-2222-4222-8222-222222222222';
const view: ScenarioView = {
  basket: [{ kind: 'component', id: ID, state: 'Outage', isOff: false }],
  baseline: 'clean',
  minutes: null,
  withheld: [],
  at: null,
  view: 'lanes',
  scenario: null,
  from: null,
  to: null,
  item: null,
  group: null,
};
const answers = { 'scenarios.list': () => ({ items: [], nextCursor: null, total: 0 }) };

it('says on the Free plan which plan can save scenarios, and offers nothing that would be refused', async () => {
  renderInTenant(<SavedScenarios view={view} change={() => undefined} />, { answers, tenant: { plan: 'Free' } });
  expect(await screen.findByText(/^Saved scenarios come with the Team plan and above; this tenant has Free\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save this scenario' })).toBeNull();
});

it('lets an Editor save failures under a name, but not a Viewer', async () => {
  const asViewer = renderInTenant(<SavedScenarios view={view} change={() => undefined} />, { answers, tenant: { role: 'Viewer' } });
  expect(await screen.findByText('No scenario is saved yet.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save this scenario' })).toBeNull();
  asViewer.unmount();
  const changes: object[] = [];
  const { user, callsOf } = renderInTenant(<SavedScenarios view={view} change={(next) => void changes.push(next)} />, {
    answers: { ...answers, 'scenarios.create': () => ({ id: ID, name: 'Store A & B' }) },
    tenant: { role: 'Editor', plan: 'Team' },
  });
  await user.click(await screen.findByRole('button', { name: 'Save this scenario' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Store A & B');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved as “Store A & B”.');
  expect(callsOf('scenarios.create')).toEqual([
    {
      name: 'Store A & B',
      technicalName: 'store-a-and-b',
      failures: [{ entityType: 'component', entity: ID, state: 'Outage' }],
      withheldDependencies: [],
      baseline: 'clean',
      durationMinutes: null,
    },
  ]);
  expect(changes).toEqual([{ scenario: ID, from: null, to: null }]);
});
