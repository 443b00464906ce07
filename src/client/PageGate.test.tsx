import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { PageGate } from './PageGate';

const content = (
  <PageGate>
    <button>Do it</button>
  </PageGate>
);

it.each([
  ['api-keys', 'Viewer', false],
  ['api-keys', 'Editor', false],
  ['api-keys', 'Admin', true],
  ['members', 'Editor', false],
  ['webhooks', 'Owner', true],
  ['settings', 'Viewer', false],
  ['audit-log', 'Viewer', true],
  ['inventory', 'Viewer', true],
] as const)('the page %s for the role %s is open: %s', (page, role, isOpen) => {
  renderInTenant(content, { page, tenant: { role } });
  expect(screen.queryByRole('button', { name: 'Do it' }) !== null).toBe(isOpen);
  expect(screen.queryByRole('heading') === null).toBe(isOpen);
});

it('says which role a page is for, and leads on', () => {
  renderInTenant(content, { page: 'members', tenant: { role: 'Viewer', name: 'Astronomy' } });
  expect(screen.getByRole('heading').textContent).toBe('Members needs the Admin role or above');
  expect(screen.getByText(/You belong to Astronomy as Viewer\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toMatch(/\/home$/);
});
