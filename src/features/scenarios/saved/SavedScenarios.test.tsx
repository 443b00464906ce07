import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import type { ScenarioView } from '@/features/scenarios/scenarioAddress';
import type { Scenario } from '@/contract/savedScenarios';
import { RunHistory } from './RunHistory';
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

it('says how many scenarios there are if it does not list all', async () => {
  const scenario = { id: ID, technicalName: 'pair', name: 'Pair', description: null };
  const list = () => ({ items: [scenario], nextCursor: 'more', total: 201 });
  renderInTenant(<SavedScenarios view={view} change={() => undefined} />, { answers: { 'scenarios.list': list } });
  expect(await screen.findByText('The first 1 of 201.')).toBeTruthy();
});

it('shows no cost of 0 of a run, as where nobody recorded revenue, nor compares with one', async () => {
  const run = (id: string, expectedPerHour: number) => ({
    ...{ id, scenarioId: ID, at: '2026-11-20T09:30:00.000Z', actor: { name: 'Ada' }, landscapeVersion: 7, missing: [], breached: 0 },
    ...{ digest: id, counts: { components: 2, capabilities: 1 }, expectedPerHour, currency: 'EUR' },
  });
  const compared = { ...{ newlyAffected: [], noLongerAffected: [], worse: [], milder: [], verdicts: [], omitted: 0 }, isSame: false };
  renderInTenant(<RunHistory scenario={{ id: ID } as Scenario} view={{ from: ID, to: null }} change={() => undefined} />, {
    answers: {
      'scenarios.listRuns': () => ({ items: [run('late', 20), run('early', 0)], nextCursor: null, total: 2 }),
      'scenarios.compare': () => ({ ...compared, from: { ...run('early', 0), run: 'early' }, to: { ...run('late', 20), run: null } }),
    },
  });
  expect(await screen.findByText('No cost known, then €20 an hour.')).toBeTruthy();
  expect(screen.getByText('2 components, 1 capability, €20 an hour; landscape version 7')).toBeTruthy();
  expect(screen.getByText('2 components, 1 capability; landscape version 7')).toBeTruthy();
});
