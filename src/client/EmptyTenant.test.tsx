import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { EmptyTenant, UnlessEmpty } from './EmptyTenant';

const THEN = 'This page then says what breaks.';
const card = () => screen.queryByRole('region', { name: 'Astronomy has no landscape yet' });

it('leads an Editor to every way to fill the tenant', () => {
  renderInTenant(<EmptyTenant then={THEN} />, { tenant: { role: 'Editor' } });
  expect(card()?.textContent).toContain(THEN);
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Load a sample or import files', `/t/${TENANT.tenantId}/home`],
    ['Write a manifest', `/t/${TENANT.tenantId}/manifest`],
    ['Connect what you run', `/t/${TENANT.tenantId}/connect`],
    ['Add an application by hand', `/t/${TENANT.tenantId}/inventory/applications?new=true`],
  ]);
});

it('offers a Viewer nothing that would be refused, and says who can fill the tenant', () => {
  renderInTenant(<EmptyTenant then={THEN} />, { tenant: { role: 'Viewer' } });
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Editors, Admins and Owners of this tenant can fill it.')).toBeTruthy();
});

const refused = () => {
  throw refusal('internal', 'No answer');
};

it.each([
  ['a tenant without an application', () => ({ size: { components: 0, applications: 0 } }), true],
  ['a tenant with an application without components', () => ({ size: { components: 0, applications: 1 } }), false],
  ['a tenant with a component', () => ({ size: { components: 1, applications: 1 } }), false],
  ['an answer that was refused', refused, false],
])('with %s, it stands instead of what the page shows otherwise: %s', async (_case, answer, isCard) => {
  renderInTenant(
    <UnlessEmpty then={THEN}>
      <p>Nothing here</p>
    </UnlessEmpty>,
    { answers: { 'home.overview': answer } },
  );
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await screen.findByText(isCard ? THEN : 'Nothing here');
  expect(card() !== null).toBe(isCard);
  expect(screen.queryByText('Nothing here') === null).toBe(isCard);
});
