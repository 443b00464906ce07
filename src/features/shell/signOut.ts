/** Ends the session in this browser and on the server. */
import { authRequest } from '@/client/authRequest';
import { notify } from '@/ui/notify';

/** Says so if signing out fails: nobody should leave a machine believing that they are signed out. */
export async function signOut(): Promise<void> {
  const answer = await authRequest('/sign-out', {});
  // A refusal means that the session had already ended.
  if (answer !== null && answer.status < 500 && answer.status !== 429) window.location.assign('/sign-in');
  else
    notify({
      color: 'red',
      title: 'You are still signed in',
      message: 'The server cannot be reached. Try again in a moment.',
    });
}
