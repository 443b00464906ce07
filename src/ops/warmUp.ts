/** Loads what the first visitor would wait for: the layout worker, and the modules behind a page and behind the questions that it asks. */
import { warmUpLayouts } from '@/server/picture/layOutFirst';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Asked without a session, so each is refused or led to the sign-in: by then its modules are loaded. */
const PATHS = ['/sign-in', `/t/${NOBODY}/landscape`, `/trpc/${NOBODY}/landscape.filterChoices?input=%7B%7D`];

/** `address` of this very process. Whatever fails fails again for whoever asks next, who is told why; here it is passed over. */
export async function warmUp(address: string, layouts = warmUpLayouts): Promise<void> {
  const ask = async (path: string): Promise<unknown> => (await fetch(`${address}${path}`, { redirect: 'manual' })).arrayBuffer();
  await Promise.allSettled([layouts(), ...PATHS.map(ask)]);
}
