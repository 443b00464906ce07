import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Alert } from '@/contract/alerts';
import { PATIENT } from '@/test/patience';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { OpenAlerts } from './OpenAlerts';

const AT = '2026-11-20T09:30:00.000Z';
const alert: Alert = {
  id: '00000000-0000-4000-8000-000000000001',
  source: 'alertmanager:eu',
  name: 'DiskFull',
  componentId: '00000000-0000-4000-8000-000000000002',
  component: 'order-db',
  state: 'Outage',
  isOpen: true,
  since: AT,
  lastToldAt: AT,
  isLapsed: false,
  message: 'No space left',
};
const page = (...items: Alert[]) => ({ items, total: items.length, nextCursor: null });

it('names each open alert, its source and its component, and marks one that is no longer repeated', async () => {
  renderInTenant(<OpenAlerts />, { answers: { 'alerts.list': () => page(alert, { ...alert, id: 'x', name: 'Load', isLapsed: true }) } });
  const list = await screen.findByRole('region', { name: 'Open alerts' });
  expect(list.textContent).toMatch(/Open alerts \(2\).*DiskFull.*order-db.*alertmanager:eu, for .*: No space left.*Load.*Stale/);
});

it('shows nothing if no alert is open', async () => {
  const { calls } = renderInTenant(<OpenAlerts component="c" />, { answers: { 'alerts.list': () => page() } });
  await expect.poll(() => calls.length, PATIENT).toBe(1);
  expect(screen.queryByRole('region', { name: 'Open alerts' })).toBeNull();
});

it('closes an alert, and opens it again if that is undone', async () => {
  const { user, calls } = renderInTenant(<OpenAlerts />, {
    answers: { 'alerts.list': () => page(alert), 'alerts.close': () => ({ ...alert, isOpen: false }), 'alerts.reopen': () => alert },
  });
  await user.click(await screen.findByRole('button', { name: 'Close DiskFull' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect.poll(() => calls.map(({ path }) => path), PATIENT).toContain('alerts.reopen');
  const changes = calls.filter(({ path }) => path === 'alerts.close' || path === 'alerts.reopen');
  expect(changes.map(({ path, input }) => [path, input])).toEqual([
    ['alerts.close', { id: alert.id }],
    ['alerts.reopen', { id: alert.id }],
  ]);
});

it('lets a Viewer read only', async () => {
  renderInTenant(<OpenAlerts />, { answers: { 'alerts.list': () => page(alert) }, tenant: { role: 'Viewer' } });
  expect(await screen.findByText('DiskFull')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close DiskFull' })).toBeNull();
});
