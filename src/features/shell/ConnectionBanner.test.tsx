import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useQuery } from '@tanstack/react-query';
import { checkSession } from '@/client/sessionEnd';
import { useTRPC } from '@/client/trpc';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ConnectionBanner } from './ConnectionBanner';

const signedIn = () => vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: {} })));

afterEach(async () => {
  signedIn();
  await checkSession();
});

it('says nothing while all is well, and says so without a network', () => {
  renderInTenant(<ConnectionBanner />);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status').textContent).toMatch(/^You are offline\./);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByRole('status')).toBeNull();
});

it('asks to sign in again once an answer says that the session has ended, and returns to the same page', async () => {
  function Page() {
    useQuery(useTRPC().tenant.get.queryOptions({}));
    return <input aria-label="Half written" defaultValue="kept" />;
  }
  const { user } = renderInTenant(
    <>
      <Page />
      <ConnectionBanner />
    </>,
    {
      answers: {
        'tenant.get': () => {
          throw refusal('unauthenticated', 'Sign in.');
        },
      },
    },
  );
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing is loaded or saved until you sign in again.');
  expect(screen.getByRole('textbox', { name: 'Half written' })).toHaveProperty('value', 'kept');
  signedIn();
  await act(async () => void (await checkSession()));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
