import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { PasswordForm } from './PasswordForm';

const current = () => screen.getByLabelText('Current password');
const next = () => screen.getByLabelText('New password');

async function change(answer: () => Promise<Response>) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetch);
  const { user } = renderInTenant(<PasswordForm />);
  await user.type(current(), 'old secret words');
  await user.type(next(), 'new secret words');
  await user.click(screen.getByRole('button', { name: 'Change the password' }));
  return fetch;
}

it('changes the password, ends all other sessions and empties the form', async () => {
  const fetch = await change(() => Promise.resolve(new Response('{}')));
  expect(await screen.findByText('Password changed. All other sessions have ended.')).toBeTruthy();
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/auth/change-password');
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
    currentPassword: 'old secret words',
    newPassword: 'new secret words',
    revokeOtherSessions: true,
  });
  expect([current(), next()].map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
});

it('says at the field that the current password is not right, and keeps what was typed', async () => {
  await change(() => Promise.resolve(Response.json({ code: 'INVALID_PASSWORD' }, { status: 400 })));
  expect(await screen.findByText('The current password is wrong.')).toBeTruthy();
  expect(next()).toHaveProperty('value', 'new secret words');
});

it.each([
  [
    'without a connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'The server cannot be reached. Check your connection and try again.',
  ],
  [
    'after too many attempts',
    () => Promise.resolve(new Response('', { status: 429 })),
    'Too many attempts. Wait a minute, then try again.',
  ],
])('says why nothing was changed: %s', async (_name, answer, words) => {
  await change(answer);
  expect(await screen.findByText(words)).toBeTruthy();
});
