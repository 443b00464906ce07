import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { UnmatchedAlerts } from './UnmatchedAlerts';

const alert = (signalId: string, more: object = {}) => ({
  signalId,
  component: 'kartt',
  state: 'Outage',
  acceptedAt: '2026-11-20T09:30:00.000Z',
  source: 'alertmanager',
  message: 'HighErrorRate',
  reason: 'There is no component "kartt". Use its id or its exact technicalName, which is case-sensitive.',
  ...more,
});
const show = (items: object[]) =>
  renderInTenant(<UnmatchedAlerts />, { answers: { 'health.signals': () => ({ items, total: items.length, nextCursor: null }) } });

it('lists alerts that match no component, with the reason', async () => {
  const { callsOf } = show([alert('1'), alert('2', { component: null, state: null, reason: 'No label names a component.' })]);
  expect(await screen.findByRole('heading', { name: 'Alerts that match no component (2)' })).toBeTruthy();
  expect(screen.getByText('There is no component "kartt". Use its id or its exact technicalName, which is case-sensitive.')).toBeTruthy();
  expect(screen.getByText('No label names a component.')).toBeTruthy();
  expect(callsOf('health.signals')).toMatchObject([{ status: ['Unmatched'] }]);
});

it('shows nothing if every alert matches', async () => {
  const { callsOf, queryClient } = show([]);
  await waitFor(() => {
    expect(callsOf('health.signals')).toHaveLength(1);
    expect(queryClient.isFetching()).toBe(0);
  });
  expect(screen.queryByRole('heading')).toBeNull();
});
