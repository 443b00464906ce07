import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { Navigation } from './Navigation';
import { foldCookie, isFoldedBy } from './sampleFold';
import { SettingsTabs } from './SettingsTabs';

const navigation = (isSampleFolded = false) => (
  <>
    <Navigation person={{ name: 'Ada', email: 'ada@example.com' }} memberships={[TENANT]} isSampleFolded={isSampleFolded} />
    <SettingsTabs />
  </>
);
const current = () => screen.getAllByRole('link').flatMap((link) => (link.getAttribute('aria-current') === 'page' ? link.textContent : []));
const tabs = () => screen.queryByRole('navigation', { name: 'Settings' });

it.each([
  ['home', ['Home']],
  ['inventory/components', ['Inventory']],
  ['connect', ['Connect']],
  ['settings', ['Settings', 'Tenant']],
  ['webhooks', ['Settings', 'Webhooks']],
  ['members', ['Settings', 'Members']],
  ['api-keys', ['Settings', 'API keys']],
  ['audit-log', ['Settings', 'Audit log']],
  ['profile', []],
])('on %s, what is current is %j', (page, lit) => {
  renderInTenant(navigation(), { page });
  expect(current()).toEqual(lit);
});

it('keeps administration behind Settings, with a tab for each page', () => {
  renderInTenant(navigation(), { page: 'members', tenant: { role: 'Admin' } });
  expect(
    within(tabs()!)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Tenant', 'Members', 'API keys', 'Webhooks', 'Share links', 'Audit log']);
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(`/t/${TENANT.tenantId}/settings`);
});

it('shows a person who may only read the log no tabs, and calls the log by its name', () => {
  renderInTenant(navigation(), { page: 'audit-log', tenant: { role: 'Viewer' } });
  expect(tabs()).toBeNull();
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  expect(current()).toEqual(['Audit log']);
});

it('changes the theme from the menu of the person', async () => {
  const { user } = renderInTenant(navigation());
  await user.click(screen.getByRole('button', { name: 'Signed in as Ada' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(screen.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
});

it('folds the card about sample data, and remembers it', async () => {
  const kept = vi.spyOn(document, 'cookie', 'set');
  const { user } = renderInTenant(navigation(), { tenant: { isDemo: true } });
  const head = within(screen.getByRole('note', { name: 'Sample data' })).getByRole('button', { name: 'Sample data' });
  expect(head.getAttribute('aria-expanded')).toBe('true');
  await user.click(head);
  expect(head.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText('Everything here is made up.').closest('[hidden]')).not.toBeNull();
  expect(kept).toHaveBeenCalledWith(foldCookie(true));
  expect([foldCookie(true), foldCookie(false)].map((cookie) => isFoldedBy(/^faultline-sample=(\w+);/.exec(cookie)?.[1]))).toEqual([
    true,
    false,
  ]);
});

it('starts folded where it was folded before, and is not there outside the demo', () => {
  const { unmount } = renderInTenant(navigation(true), { tenant: { isDemo: true } });
  expect(screen.getByRole('button', { name: 'Sample data' }).getAttribute('aria-expanded')).toBe('false');
  unmount();
  renderInTenant(navigation());
  expect(screen.queryByRole('note')).toBeNull();
});
