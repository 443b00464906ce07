/** Ends the session here and on the server. */
import { notify } from '@/ui/notify';

/** Who cannot be signed out is told so: nobody leaves a machine believing that they were. */
export async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(
    () => null,
  );
  // A refusal means that there is no session any more.
  if (answer !== null && answer.status < 500 && answer.status !== 429) window.location.assign('/sign-in');
  else
    notify({
      color: 'red',
      title: 'You are still signed in',
      message: 'The service cannot be reached. Try again in a moment.',
    });
}
