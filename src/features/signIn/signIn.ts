/** The requests for signing in and out, and the messages for their answers. */
import { authRequest } from '@/client/authRequest';

/** The message for an answer that was no success. */
export function explainRefusal(status: number | null): string {
  if (status === null) return 'The server cannot be reached. Check your connection and try again.';
  if (status === 401 || status === 400) return 'The e-mail address or the password is wrong.';
  if (status === 403) return 'Signing in needs HTTPS here. Open this page with https:// in its address.';
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  return 'Signing in does not work at the moment. Try again in a few minutes.';
}

const ORGANISATION_REFUSALS: Readonly<Record<string, string>> = {
  not_invited: 'Nobody has invited your address yet. Ask an admin of your organisation for an invitation, then sign in again.',
  email_not_verified: 'Your organisation has not verified your e-mail address, so you cannot sign in. Ask its administrators.',
  account_not_linked: 'An account with your address already exists and signs in with a password. Use the password.',
  no_group: 'None of your groups has access here. Ask the administrators of your organisation.',
  deactivated: 'Your organisation has closed your account. Ask its administrators.',
  wrong_domain: 'Your organisation is not responsible for your e-mail address. Ask its administrators.',
  access_denied: 'Sign-in was cancelled. Try again.',
};

/** The message for an error code that single sign-on returned. */
export function explainOrganisation(error: string): string {
  const word = error.replaceAll(' ', '_');
  return ORGANISATION_REFUSALS[word] ?? 'Your organisation’s sign-in did not let you in. Try again, or ask an admin.';
}

/** Null on success, else the reason it failed. */
export async function signInByPassword(email: string, password: string): Promise<string | null> {
  const response = await authRequest('/sign-in/email', { email: email.trim(), password, rememberMe: true });
  if (response?.ok === true) return null;
  const { code } = response?.status === 403 ? ((await response.json().catch(() => ({}))) as { code?: string }) : {};
  if (code === 'SSO_REQUIRED') return 'Your organisation uses single sign-on. Use the button below.';
  return explainRefusal(response?.status ?? null);
}

export interface SingleSignOn {
  /** A provider for everybody is configured. */
  hasOidc: boolean;
  /** Providers for particular e-mail domains are configured. */
  hasDomains: boolean;
}

/** The provider's page to go to, or why there is none. */
export async function beginSingleSignOn(
  returnTo: string,
  email: string,
  { hasOidc, hasDomains }: SingleSignOn,
): Promise<{ url: string } | { refusal: string }> {
  const ways = { callbackURL: returnTo, errorCallbackURL: `/sign-in?next=${encodeURIComponent(returnTo)}` };
  let response: Response | null = null;
  if (hasDomains && email !== '') {
    response = await authRequest('/sign-in/sso', { email, ...ways });
    if (response?.status === 404 && !hasOidc)
      return { refusal: 'No single sign-on is set up for this address. Sign in with your password.' };
  } else if (!hasOidc) return { refusal: 'Enter your e-mail address first: it decides which organisation signs you in.' };
  if (hasOidc && (response === null || response.status === 404))
    response = await authRequest('/sign-in/social', { provider: 'oidc', ...ways });
  if (response?.status === 429) return { refusal: explainRefusal(429) };
  if (response?.ok !== true) return { refusal: 'Your organisation’s sign-in does not answer. Try again, or ask an admin.' };
  return { url: ((await response.json()) as { url: string }).url };
}

/** Ends the session in this browser and on the server. */
export async function endSession(): Promise<void> {
  await authRequest('/sign-out', {});
}
