/** Sharing a view: who may, what is asked for, the link that is shown once, and refusals. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CreatedShareLink } from '@/contract/shareLinks';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ShareButton } from './ShareButton';

const LABEL = 'Share this view with somebody without an account';
const WHAT = { page: 'incidents', question: { id: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44' } } as const;
const MADE: CreatedShareLink = {
  id: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b45',
  kind: 'view',
  page: 'incidents',
  title: '7: Orders',
  madeBy: { name: 'Ada', isYou: true },
  madeAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-08T10:00:00.000Z',
  hasRevenue: true,
  mayRevoke: true,
  token: 'a'.repeat(43),
};

it('is for Editors and above, and waits for an answer to share', () => {
  renderInTenant(<ShareButton what={WHAT} hasMoney={false} />, { tenant: { role: 'Viewer' } });
  expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
  renderInTenant(<ShareButton what={null} hasMoney={false} />, { tenant: { role: 'Editor' } });
  expect(screen.getByRole('button', { name: LABEL })).toHaveProperty('disabled', true);
});

it('shares without money unless somebody says so, and shows the link once', async () => {
  const { user, callsOf } = renderInTenant(<ShareButton what={WHAT} hasMoney />, { answers: { 'shareLinks.create': () => MADE } });
  await user.click(screen.getByRole('button', { name: LABEL }));
  const money = await screen.findByRole('checkbox', { name: 'With money' });
  expect(money).toHaveProperty('checked', false);
  await user.click(money);
  await user.click(screen.getByRole('button', { name: 'Make the link' }));
  expect(await screen.findByText(new RegExp(`/s/${MADE.token}$`))).toBeTruthy();
  expect(callsOf('shareLinks.create')).toEqual([{ what: WHAT, hasRevenue: true, days: 7 }]);
});

it('offers no money that is not on the page, and says why nothing was shared', async () => {
  const why = 'Share links and badges are switched off for this tenant.';
  const answers = {
    'shareLinks.create': () => {
      throw refusal('conflict', why);
    },
  };
  const { user } = renderInTenant(<ShareButton what={WHAT} hasMoney={false} />, { answers });
  await user.click(screen.getByRole('button', { name: LABEL }));
  const make = await screen.findByRole('button', { name: 'Make the link' });
  expect(screen.queryByRole('checkbox', { name: 'With money' })).toBeNull();
  await user.click(make);
  expect((await screen.findByRole('alert')).textContent).toContain(why);
});
