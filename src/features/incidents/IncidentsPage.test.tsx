/** The list of incidents as people meet it: while it loads, empty, refused, failed, full, and in another order. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { IncidentListInput, IncidentSummary } from '@/contract/incidents';
import type { Situation } from '@/contract/situations';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { IncidentsPage } from './IncidentsPage';

const BROKER = {
  id: 'i2',
  number: 2,
  state: 'Acknowledged',
  severity: 'Outage',
  cause: 'kafka',
  causeId: 'c1',
  causeName: 'Event broker',
  team: 'Streaming',
  symptoms: ['billing'],
  exposure: { currency: 'EUR', expectedPerHour: 1_250, perHour: 2_500 },
  startedAt: '2026-11-20T03:12:05.000Z',
  openedAt: '2026-11-20T03:12:35.000Z',
  endedAt: null,
  acknowledgedBy: 'Ada',
} as unknown as IncidentSummary;

const DATABASE = {
  ...BROKER,
  id: 'i1',
  number: 1,
  state: 'Resolved',
  cause: 'ledger',
  causeName: 'Ledger',
  team: null,
  exposure: { currency: 'EUR', expectedPerHour: 0, perHour: 0 },
  costSoFar: { currency: 'EUR', amount: 20.83, until: '2026-11-20T03:13:05.000Z' },
  endedAt: '2026-11-20T03:13:05.000Z',
} as unknown as IncidentSummary;

const SITUATION = {
  id: 'i2',
  incidents: ['i2'],
  incidentsOmitted: 0,
  causes: [
    { technicalName: 'kafka', name: 'Event broker', state: 'Outage', incidentId: 'i2' },
    { technicalName: 'cache', name: 'Session cache', state: 'Outage', incidentId: null },
  ],
  causesOmitted: 0,
  counts: { components: 4, applications: 2, capabilities: 1, processes: 0, audiences: 1, people: 240_000 },
  notRecorded: [],
} as unknown as Situation;

const NOTHING = { items: [], nextCursor: null, total: 0, situations: [] };
const page = (items: IncidentSummary[], situations: Situation[] = []) => ({ ...NOTHING, items, total: items.length, situations });

/** Both lists, and the question whether there is any incident. */
function answered({ situation = SITUATION, broker = BROKER, database = DATABASE } = {}) {
  return (input: unknown) => {
    const { state } = input as IncidentListInput;
    return state?.includes('Open') === true ? page([broker], [situation]) : page([database]);
  };
}

function show(answer: (input: unknown) => unknown, search = '') {
  return renderInTenant(<IncidentsPage />, { answers: { 'incidents.list': answer }, page: 'incidents', search });
}

const cellsOf = async (table: string): Promise<(string | null)[]> => {
  const [, row] = within(await screen.findByRole('table', { name: table })).getAllByRole('row');
  return within(row!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};

it('says that it is loading', () => {
  show(() => new Promise(() => undefined));
  expect(screen.getAllByRole('status', { name: 'Incidents are loading' })).toHaveLength(2);
});

it('says how incidents come about while there are none', async () => {
  show(() => NOTHING);
  expect(
    await screen.findByText('When a component reports a state as bad as the settings say, an incident opens here by itself.'),
  ).toBeTruthy();
});

it('says why the incidents cannot be shown', async () => {
  show(() => {
    throw refusal('internal', 'You are no member of this tenant.');
  });
  const [note] = await screen.findAllByRole('alert');
  expect(note?.textContent).toContain('The incidents could not be loaded');
  expect(note?.textContent).toContain('You are no member of this tenant.');
});

it('shows causes by their display names, with cost, people, owner and who is on it', async () => {
  show(answered());
  const cells = await cellsOf('Unresolved incidents');
  expect(cells.slice(0, 6)).toEqual([
    '2 · Event brokerTogether with Session cache: 4 components, 2 applications, 1 capability',
    'Acknowledgedby Ada',
    'Outage',
    '€1,250',
    '240,000',
    'Streaming',
  ]);
  expect((await cellsOf('Closed incidents')).slice(3)).toEqual(['€20.83', 'Not recorded', expect.stringMatching(/^20 Nov 2026/), '1 min']);
  expect(document.body.textContent).not.toMatch(/kafka|ledger/);
});

it('says what is not recorded of a landscape that has nothing but components', async () => {
  const counts = { components: 4, applications: 2, capabilities: 0, processes: 0, audiences: 0, people: 0 };
  const situation: Situation = { ...SITUATION, counts, notRecorded: ['capabilities', 'audiences', 'revenue'] };
  const exposure = { currency: 'EUR', expectedPerHour: 0, perHour: 0 };
  show(answered({ situation, broker: { ...BROKER, team: null, exposure } }));
  expect((await cellsOf('Unresolved incidents')).slice(3, 6)).toEqual(['Not recorded', 'Not recorded', 'Not recorded']);
});

it('has no column of money for somebody who may not see revenue', async () => {
  const hidden = { exposure: undefined };
  show(answered({ broker: { ...BROKER, ...hidden }, database: { ...DATABASE, ...hidden } }));
  const table = await screen.findByRole('table', { name: 'Unresolved incidents' });
  expect(within(table).queryByRole('columnheader', { name: 'Expected cost per hour' })).toBeNull();
});

it('asks the server for the order of the heading that is pressed, for both lists', async () => {
  const { user, callsOf } = show(answered());
  const table = await screen.findByRole('table', { name: 'Unresolved incidents' });
  await user.click(within(table).getByRole('link', { name: 'People' }));
  await screen.findAllByRole('columnheader', { name: 'People' });
  const orders = (): unknown[] => callsOf('incidents.list').map((input) => (input as IncidentListInput).sort);
  expect(orders().filter((sort) => sort === '-people')).toHaveLength(2);
  const heading = within(table).getByRole('columnheader', { name: 'People' });
  expect(heading.getAttribute('aria-sort')).toBe('descending');
});

it('leads back to the usual order where the address asks for one that this person may not see', async () => {
  const { user } = show((input) => {
    if ((input as IncidentListInput).sort === '-expectedPerHour') throw refusal('revenue_forbidden', 'You may not see revenue.');
    return answered()(input);
  }, 'sort=-expectedPerHour');
  const [again] = await screen.findAllByRole('button', { name: 'Try again' });
  await user.click(again!);
  expect(await screen.findByRole('table', { name: 'Unresolved incidents' })).toBeTruthy();
});
