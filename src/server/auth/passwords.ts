/** Hashes and checks passwords with better-auth's scrypt at its own cost, for sign-in and for accounts created here. */
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { processState } from '@/server/processState';

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
}

/** Process state, so that tests about something else can set a cheaper cost before its first use. */
export function passwords(): Passwords {
  return processState<Passwords>('passwords', () => ({ hash: hashPassword, verify: verifyPassword }));
}
