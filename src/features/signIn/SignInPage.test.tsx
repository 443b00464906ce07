import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { SignInPage } from './SignInPage';

const page = (more = {}) => <SignInPage returnTo="/t/1/landscape" hasOidc={false} hasDomains={false} hasPassword error={null} {...more} />;

async function signIn(answer: () => Promise<Response>) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetch);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const { user } = renderInTenant(page());
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret words{Enter}');
  return { fetch, assign };
}

it('signs in by keyboard and returns to the page that was requested', async () => {
  const { fetch, assign } = await signIn(() => Promise.resolve(new Response('{}')));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/t/1/landscape'));
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/auth/sign-in/email');
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({ email: 'ada@example.com', password: 'secret words' });
});

it.each([
  [401, 'The e-mail address or the password is wrong.'],
  [403, 'Signing in needs HTTPS here. Open this page with https:// in its address.'],
  [429, 'Too many attempts. Wait a minute, then try again.'],
  [500, 'Signing in does not work at the moment. Try again in a few minutes.'],
])('explains a %i, and stays', async (status, words) => {
  const { assign } = await signIn(() => Promise.resolve(new Response('', { status })));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(assign).not.toHaveBeenCalled();
});

it('offers single sign-on only if a provider exists', () => {
  const { rerender } = renderInTenant(page());
  const offer = () => screen.queryByRole('button', { name: 'Continue with single sign-on' });
  expect(offer()).toBeNull();
  rerender(page({ hasOidc: true }));
  expect(offer()).not.toBeNull();
});

it('asks the service for the address of the provider, and goes there', async () => {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response('{"url":"https://id.example.com/go"}')),
  );
  vi.stubGlobal('fetch', fetch);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const { user } = renderInTenant(page({ hasOidc: true }));
  await user.click(screen.getByRole('button', { name: 'Continue with single sign-on' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example.com/go'));
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/auth/sign-in/social');
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
    provider: 'oidc',
    callbackURL: '/t/1/landscape',
    errorCallbackURL: '/sign-in?next=%2Ft%2F1%2Flandscape',
  });
});

describe('with providers for e-mail domains', () => {
  const byDomain = { hasDomains: true };

  async function press(props: object, email: string, answer: (url: string) => Response) {
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>((url) => Promise.resolve(answer(url)));
    vi.stubGlobal('fetch', fetch);
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const { user } = renderInTenant(page({ ...byDomain, ...props }));
    if (email !== '') await user.type(screen.getByRole('textbox', { name: 'E-mail' }), email);
    await user.click(screen.getByRole('button', { name: 'Continue with single sign-on' }));
    return { fetch, assign };
  }
  const found = () => new Response('{"url":"https://id.acme.example/go"}');
  const none = () => new Response('{}', { status: 404 });

  it.each([{}, { hasPassword: false }])('the e-mail address decides which provider: %o', async (props) => {
    const { fetch, assign } = await press(props, 'ada@acme.example', found);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.acme.example/go'));
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/auth/sign-in/sso']);
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({ email: 'ada@acme.example', callbackURL: '/t/1/landscape' });
  });

  it('an e-mail address is required', async () => {
    const { fetch } = await press({}, '', found);
    expect((await screen.findByRole('alert')).textContent).toContain('Enter your e-mail address first');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('says so if no provider is responsible for an address', async () => {
    await press({}, 'joe@elsewhere.example', none);
    expect((await screen.findByRole('alert')).textContent).toContain('No single sign-on is set up for this address.');
  });

  it('says so after too many requests from one network address', async () => {
    await press({}, 'ada@acme.example', () => new Response('{}', { status: 429 }));
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Wait a minute, then try again.');
  });

  it('the provider for everybody gets all addresses that no other provider has', async () => {
    const { fetch, assign } = await press({ hasOidc: true }, 'joe@elsewhere.example', (url) => (url.endsWith('/sso') ? none() : found()));
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/auth/sign-in/sso', '/api/auth/sign-in/social']);
  });
});

it('sends people who may not use a password to single sign-on', async () => {
  await signIn(() => Promise.resolve(new Response('{"code":"SSO_REQUIRED"}', { status: 403 })));
  expect((await screen.findByRole('alert')).textContent).toBe('Your organisation uses single sign-on. Use the button below.');
});

it('asks for no password if passwords are off', () => {
  renderInTenant(page({ hasOidc: true, hasPassword: false }));
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByRole('button', { name: 'Continue with single sign-on' })).toBeTruthy();
});

it.each([
  ['not_invited', 'Nobody has invited your address yet.'],
  ['account_not_linked', 'An account with your address already exists and signs in with a password.'],
  ['signup disabled', 'Your organisation’s sign-in did not let you in.'],
])('explains a refusal by the organisation: %s', (error, words) => {
  renderInTenant(page({ hasOidc: true, error }));
  expect(screen.getByRole('alert').textContent).toContain(words);
});

it.each([
  [{}, 'Ask whoever runs Faultline in your organisation.'],
  [{ hasOidc: true }, 'With single sign-on you need none: use the button above. Otherwise ask whoever runs Faultline'],
])('says what to do when the password is forgotten: %o', async (props, words) => {
  const { user } = renderInTenant(page(props));
  const more = screen.getByRole('button', { name: 'Forgotten your password?' });
  await user.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(more.getAttribute('aria-controls') ?? '')?.textContent).toContain(words);
});

it('says nothing of forgotten passwords where there are none', () => {
  renderInTenant(page({ hasOidc: true, hasPassword: false }));
  expect(screen.queryByRole('button', { name: 'Forgotten your password?' })).toBeNull();
});
