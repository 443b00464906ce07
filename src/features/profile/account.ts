/** The requests that change an account, and the messages for their refusals. */
import { authRequest } from '@/client/authRequest';

/** The message for an answer that was no success. */
export function explainRefusal(status: number | null, code: string | null): string {
  if (status === null) return 'The server cannot be reached. Check your connection and try again.';
  if (status === 401) return 'Your session has ended. Sign in again.';
  if (code === 'INVALID_PASSWORD') return 'The current password is wrong.';
  if (code === 'CREDENTIAL_ACCOUNT_NOT_FOUND') return 'You sign in through your organisation; there is no password here.';
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  return 'Nothing was changed. Try again in a few minutes.';
}

async function outcomeOf(response: Response | null): Promise<string | null> {
  if (response?.ok === true) return null;
  const body = response === null ? null : ((await response.json().catch(() => null)) as { code?: string } | null);
  return explainRefusal(response?.status ?? null, body?.code ?? null);
}

/** Null on success, else the reason it failed. */
export async function changeName(name: string): Promise<string | null> {
  return outcomeOf(await authRequest('/update-user', { name }));
}

/** Null on success, else the reason it failed. Ends all other sessions. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<string | null> {
  return outcomeOf(await authRequest('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }));
}
