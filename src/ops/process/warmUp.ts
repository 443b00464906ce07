/** Loads what the first visitor would otherwise wait for: the layout worker, and the modules behind a page and its requests. */
import { OWN_REQUEST } from '@/doors/http/accessLine';
import { warmUpLayouts } from '@/server/picture/layOutFirst';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Requested without a session, so each is refused or redirected to sign-in; by then its modules are loaded. */
const PATHS = ['/sign-in', `/t/${NOBODY}/landscape`, `/trpc/${NOBODY}/landscape.filterChoices?input=%7B%7D`];

/** `address` is that of this process. Failures are ignored here: they recur for the next visitor, who sees the reason. */
export async function warmUp(address: string, layouts = warmUpLayouts): Promise<void> {
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${address}${path}`, { redirect: 'manual', headers: OWN_REQUEST })).arrayBuffer();
  await Promise.allSettled([layouts(), ...PATHS.map(ask)]);
}
