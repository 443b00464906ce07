import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Incident } from '@/contract/incidents';
import { useTRPC } from '@/client/trpc';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { useQuery } from '@tanstack/react-query';
import { CommentForm } from './CommentForm';
import { IncidentActionBar } from './IncidentActionBar';
import { useIncidentActions } from './useIncidentActions';

const incident = {
  id: 'i1',
  number: 42,
  state: 'Open',
  severity: 'Outage',
  cause: 'astronomy-db',
  symptoms: ['portal'],
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  timeline: [],
} as unknown as Incident;

/** An incident as its page shows it, with what people may do to it. */
function Page() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.incidents.get.queryOptions({ id: 'i1' }));
  const actions = useIncidentActions('i1');
  if (data === undefined) return null;
  return (
    <>
      <p>{`State ${data.state}, ${data.timeline.length} entries`}</p>
      <IncidentActionBar incident={data} actions={actions} />
      <CommentForm incident={data} comment={actions.comment} />
    </>
  );
}

async function show(answers: FakeAnswers, more: Partial<Incident> = {}) {
  const shown = renderInTenant(<Page />, { answers: { 'incidents.get': () => ({ ...incident, ...more }), ...answers } });
  await screen.findByText(/^State/);
  return shown;
}
const refuse = () => {
  throw refusal('conflict', 'Somebody else was faster.');
};
const comment = () => screen.getByRole('textbox', { name: 'Comment' });

it('shows an acknowledgement before the service has answered', async () => {
  let answer: (incident: Incident) => void = () => undefined;
  const { user } = await show({ 'incidents.acknowledge': () => new Promise((resolve) => (answer = resolve)) });
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  expect(await screen.findByText('State Acknowledged, 1 entries')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  answer({ ...incident, state: 'Acknowledged' });
});

it('withdraws an acknowledgement if the service refuses it, and says why', async () => {
  const { user } = await show({ 'incidents.acknowledge': refuse });
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else was faster.');
  expect(screen.getByText('State Open, 0 entries')).toBeTruthy();
});

it.each([
  ['Open', ['Acknowledge', 'Resolve', 'Comment']],
  ['Acknowledged', ['Resolve', 'Comment']],
  ['Monitoring', ['Resolve', 'Comment']],
  ['Resolved', ['Comment']],
  ['Merged', []],
] as const)('offers in the state %s only what can be done: %s', async (state, names) => {
  await show({}, { state });
  const group = screen.getByRole('group', { name: 'Actions' });
  expect([...group.querySelectorAll('button')].map(({ textContent }) => textContent?.replace(/[ARC]$/, ''))).toEqual(names);
});

it('resolves with only the keyboard, with a comment', async () => {
  const { user, callsOf } = await show({ 'incidents.resolve': () => ({ ...incident, state: 'Resolved' }) });
  await user.keyboard('r');
  expect(await screen.findByRole('dialog', { name: 'Resolve incident 42' })).toBeTruthy();
  expect(screen.getByText(/astronomy-db is still unhealthy/)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'What was done' }), ' restarted ');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf('incidents.resolve')).toEqual([{ id: 'i1', comment: 'restarted' }]);
});

it('keeps the dialog and the text if a resolution is refused', async () => {
  const { user } = await show({ 'incidents.resolve': refuse }, { state: 'Monitoring' });
  await user.keyboard('r');
  const field = await screen.findByRole('textbox', { name: 'What was done' });
  expect(screen.queryByText(/is still unhealthy/)).toBeNull();
  await user.type(field, 'restarted');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Resolve' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else was faster.');
  expect(field).toHaveProperty('value', 'restarted');
});

it('sends a comment by Ctrl and Enter, and empties the field at once', async () => {
  const { user, callsOf } = await show({ 'incidents.comment': () => incident });
  await user.type(comment(), 'looking into it{Control>}{Enter}{/Control}');
  expect(comment()).toHaveProperty('value', '');
  await waitFor(() => expect(callsOf('incidents.comment')).toEqual([{ id: 'i1', text: 'looking into it' }]));
});

it('puts a refused comment back into the field, before what was typed since', async () => {
  let refuseNow: (reason: Error) => void = () => undefined;
  const { user } = await show({ 'incidents.comment': () => new Promise((_, reject) => (refuseNow = reject)) });
  await user.type(comment(), 'first');
  await user.click(screen.getByRole('button', { name: 'Add comment' }));
  await user.type(comment(), 'second');
  refuseNow(refusal('unavailable', 'The database is away.'));
  await waitFor(() => expect(comment()).toHaveProperty('value', 'first\nsecond'));
  expect(screen.getByRole('alert').textContent).toContain('The database is away.');
});

it('sends no empty comment', async () => {
  const { user } = await show({});
  await user.type(comment(), '   ');
  expect(screen.getByRole('button', { name: 'Add comment' })).toHaveProperty('disabled', true);
});
