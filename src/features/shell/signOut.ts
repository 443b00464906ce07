/** Ends the session here and on the server. */

export async function signOut(): Promise<void> {
  await fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  window.location.assign('/sign-in');
}
