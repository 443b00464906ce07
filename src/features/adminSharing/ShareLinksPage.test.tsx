/** The page of share links in each of its states, and revoking. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ShareLink } from '@/contract/shareLinks';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ShareLinksPage } from './ShareLinksPage';

const LINK: ShareLink = {
  id: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b45',
  kind: 'view',
  page: 'blast-radius',
  title: 'Orders',
  madeBy: { name: 'Ada', isYou: true },
  madeAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-08T10:00:00.000Z',
  hasRevenue: true,
  mayRevoke: true,
};
const OTHERS: ShareLink = {
  ...LINK,
  id: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b46',
  kind: 'badge',
  page: null,
  title: 'Shop',
  expiresAt: null,
  hasRevenue: false,
  mayRevoke: false,
};

const show = (items: ShareLink[], isAllowed = true) =>
  renderInTenant(<ShareLinksPage />, { answers: { 'shareLinks.list': () => ({ isAllowed, items }), 'shareLinks.revoke': () => LINK } });

it('lists what works now, and lets people revoke what they may', async () => {
  const { user, callsOf } = show([LINK, OTHERS]);
  expect(await screen.findAllByRole('row')).toHaveLength(3);
  for (const words of ['with money', 'Ada (you)', 'When revoked', 'Badge', 'Blast radius'])
    expect(screen.getAllByText(words, { exact: false }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Revoke badge Shop' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Revoke blast radius Orders' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke the link' }));
  expect(await screen.findByText('The link was revoked.')).toBeTruthy();
  expect(callsOf('shareLinks.revoke')).toEqual([{ id: LINK.id }]);
});

it('says how to share where nothing is shared, and that sharing is switched off', async () => {
  show([], false);
  expect(await screen.findByText(/Nothing is shared/)).toBeTruthy();
  expect(screen.getByText('Share links and badges are switched off for this tenant.')).toBeTruthy();
});

it('says that it could not be loaded', async () => {
  const answers = {
    'shareLinks.list': () => {
      throw refusal('unavailable', 'Not now.');
    },
  };
  renderInTenant(<ShareLinksPage />, { answers });
  expect(await screen.findByText('The links could not be loaded')).toBeTruthy();
});
