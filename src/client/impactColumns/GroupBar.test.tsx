import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { GroupBar } from './GroupBar';

it('says whose applications are shown, and leads back to all teams', async () => {
  const onLeave = vi.fn();
  renderInTenant(<GroupBar columns={{ group: 'Amber', groupName: 'Amber', groupedBy: 'team' }} onLeave={onLeave} />, { answers: {} });
  expect(screen.getByRole('status').textContent).toBe('Applications of Amber');
  await userEvent.click(screen.getByRole('button', { name: 'All teams' }));
  expect(onLeave).toHaveBeenCalledOnce();
});

it('names those without a capability as such', () => {
  renderInTenant(<GroupBar columns={{ group: '', groupName: null, groupedBy: 'capability' }} onLeave={() => undefined} />, { answers: {} });
  expect(screen.getByRole('status').textContent).toBe('Applications without a capability');
});

it('is not there while all are shown', () => {
  renderInTenant(<GroupBar columns={{ group: null, groupName: null, groupedBy: 'team' }} onLeave={() => undefined} />, { answers: {} });
  expect(screen.queryByRole('button')).toBeNull();
});
