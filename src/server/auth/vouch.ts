/** Whether the sender of a request behind Next is known, asked before a large body is read. What they may do is decided by others. */
import { findProvisioningToken } from './provisioningTokens';
import { findSession } from './signIn';

/** The headers that can show who sends it. */
export interface ShownCredentials {
  authorization?: string | undefined;
  cookie?: string | undefined;
}

/** True for a valid token of an identity provider, or a session that has not ended. False if that cannot be found out. */
export async function isKnownSender(path: string, { authorization, cookie }: ShownCredentials): Promise<boolean> {
  try {
    if (path.startsWith('/api/scim/')) return (await findProvisioningToken(authorization ?? null, new Date())) !== null;
    return cookie !== undefined && (await findSession(new Headers({ cookie }))) !== null;
  } catch {
    return false;
  }
}
