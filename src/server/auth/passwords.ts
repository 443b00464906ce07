/** How passwords are hashed and checked: by better-auth's scrypt, at the cost that it sets, for sign-in and for accounts that are made here. */
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { processState } from '../processState';

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
}

/** State of the process so that a test whose subject is another one can put a cheaper cost there before it is first asked for. */
export function passwords(): Passwords {
  return processState<Passwords>('passwords', () => ({ hash: hashPassword, verify: verifyPassword }));
}
