import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Maintenance } from '@/contract/maintenance';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { WindowDialog } from './WindowDialog';
import { fieldOf } from './windowTimes';

const HOUR_MS = 3_600_000;
const starts = new Date(Date.now() + 5 * HOUR_MS + 17_000);
const ends = new Date(starts.getTime() + HOUR_MS);
const planned = {
  id: 'm1',
  kind: 'component',
  entityId: '22222222-2222-4222-8222-222222222222',
  name: 'Astronomy database',
  status: 'Planned',
  startsAt: starts.toISOString(),
  endsAt: ends.toISOString(),
  reason: 'Upgrade',
  version: 3,
} as unknown as Maintenance;

const RADIUS = {
  audiences: [{ people: 240_000, expectedState: 'Outage' }],
  affectedCounts: { applications: 5 },
  completeness: { notRecorded: [] },
};

function show(answers: FakeAnswers = {}, more: Partial<Maintenance> = {}) {
  const onClose = vi.fn();
  const shown = renderInTenant(<WindowDialog window={{ ...planned, ...more }} onClose={onClose} />, {
    answers: { 'impact.blastRadius': () => RADIUS, ...answers },
  });
  const changes = () => shown.calls.filter(({ path }) => path.startsWith('maintenance.'));
  return { ...shown, changes, onClose };
}
const field = (name: string) => screen.getByLabelText(name);
const enter = (name: string, at: Date) => fireEvent.change(field(name), { target: { value: fieldOf(at) } });

it('changes only edited fields, so that an unedited time keeps its seconds', async () => {
  const { user, changes, onClose } = show({ 'maintenance.update': () => planned });
  await user.type(field('Reason'), ' to 18');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(changes()[0]?.input).toEqual({ id: 'm1', reason: 'Upgrade to 18' });
  expect(changes()[0]?.ifMatch).toBeTruthy();
});

it.each([
  ['an end in the past', (): void => void enter('Ends', new Date(Date.now() - HOUR_MS)), 'The end must be in the future.'],
  ['an end before the start', (): void => void enter('Ends', new Date(starts.getTime() - HOUR_MS)), 'The end must be after the start.'],
  ['no end', (): void => void fireEvent.change(field('Ends'), { target: { value: '' } }), 'Enter an end.'],
])('refuses %s without asking the service', async (_name, spoil, words) => {
  const { user, changes } = show();
  spoil();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert').textContent).toBe(words);
  expect(changes()).toEqual([]);
});

it('does not move the start of a window that has begun', () => {
  show({}, { status: 'Active' });
  expect(field('Starts')).toHaveProperty('disabled', true);
});

it('says why the window was refused, and stays open', async () => {
  const { user, onClose } = show({
    'maintenance.update': () => {
      throw refusal('precondition_failed', 'The window has changed.');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The window has changed.');
  expect(onClose).not.toHaveBeenCalled();
});

it('says that a reason is missing, and sends nothing', async () => {
  const { user, changes } = show();
  await user.clear(field('Reason'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('alert').textContent).toBe('Still missing: a reason.');
  expect(changes()).toEqual([]);
});

it('says who is affected while the component is down, or why that is not known', async () => {
  const { unmount } = show();
  const link = await screen.findByRole('link', { name: 'If Astronomy database is down: 5 applications · 240,000 people' });
  expect(link.getAttribute('href')).toContain('/blast-radius?');
  unmount();
  show({
    'impact.blastRadius': () => {
      throw refusal('not_found', 'There is no such component.');
    },
  });
  expect(await screen.findByText(/^Not known: /)).toBeTruthy();
});
