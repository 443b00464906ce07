import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SingleSignOn, TenantProvider } from '@/contract/singleSignOn';
import type { FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { SignOnSection } from './SignOnSection';

const provider: TenantProvider = {
  id: 'acme',
  protocol: 'oidc',
  domains: ['acme.example'],
  isRequired: false,
  rules: { roles: [{ group: 'ops', role: 'Admin' }], everybody: null, groupsFrom: 'signIn' },
  isDefault: true,
  version: 0,
  tokens: [],
};
const signOn: SingleSignOn = {
  providers: [provider],
  scimAddress: 'https://faultline.example.com/api/scim/v2',
  hasCommonProvider: false,
  requiresSso: false,
  breakGlass: null,
};
const show = (more: Partial<SingleSignOn> = {}, answers: FakeAnswers = {}, role: 'Owner' | 'Admin' = 'Admin') =>
  renderInTenant(<SignOnSection />, { answers: { 'singleSignOn.get': () => ({ ...signOn, ...more }), ...answers }, tenant: { role } });

it('sends all rules of a provider together, for the version that was shown', async () => {
  const { user, callsOf } = show({}, { 'singleSignOn.setRules': () => signOn });
  const form = await screen.findByRole('form', { name: 'Roles of groups of acme' });
  const save = within(form).getByRole('button', { name: 'Save the roles' });
  expect(save).toHaveProperty('disabled', true);
  await user.click(within(form).getByRole('button', { name: 'Add a group' }));
  expect(save).toHaveProperty('disabled', true);
  await user.type(within(form).getByRole('textbox', { name: 'Group 2' }), ' auditors ');
  await user.click(save);
  const roles = [
    { group: 'ops', role: 'Admin' },
    { group: 'auditors', role: 'Viewer' },
  ];
  expect(callsOf('singleSignOn.setRules')).toEqual([
    { providerId: 'acme', version: 0, rules: { roles, everybody: null, groupsFrom: 'signIn' } },
  ]);
});

it('shows a new token once, and where it goes', async () => {
  const token = {
    id: '1',
    hint: '…abcd',
    createdBy: 'Ada',
    createdAt: '2026-11-20T09:30:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
  };
  const { user } = show({}, { 'singleSignOn.createToken': () => ({ ...token, token: 'scim_secret' }) });
  await user.click(await screen.findByRole('button', { name: 'Create a SCIM token' }));
  expect((await screen.findByRole('group', { name: 'SCIM token' })).textContent).toBe('scim_secret');
  expect(screen.getByRole('group', { name: 'SCIM base address' }).textContent).toBe(signOn.scimAddress);
});

it('says that there is no provider, and does not let Admins require single sign-on', async () => {
  show({ providers: [] });
  expect(await screen.findByText(/No identity provider is set up for this tenant/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Required single sign-on' })).toBeNull();
});

it('lets only Owners require single sign-on', async () => {
  show();
  expect(await screen.findByText(/Owners can change this/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Require single sign-on' })).toBeNull();
});
