/** Passwords that cost almost no time, for suites that only need people to exist. They have the form and checks of real ones. */
import { randomBytes, scryptSync } from 'node:crypto';
import type { Passwords } from '@/server/auth/passwords';

const KEY_BYTES = 64;
const keyOf = (password: string, salt: string): string => scryptSync(password, salt, KEY_BYTES, { N: 2, r: 1, p: 1 }).toString('hex');

export const CHEAP_PASSWORDS: Passwords = {
  hash: (password) => {
    const salt = randomBytes(16).toString('hex');
    return Promise.resolve(`${salt}:${keyOf(password, salt)}`);
  },
  verify: ({ hash, password }) => {
    const [salt = '', key = ''] = hash.split(':');
    return Promise.resolve(keyOf(password, salt) === key);
  },
};
