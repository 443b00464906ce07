import { expect, it } from 'vitest';
import { explainRefusal } from './account';

it.each([
  [null, null, 'The server cannot be reached. Check your connection and try again.'],
  [400, 'INVALID_PASSWORD', 'The current password is wrong.'],
  [401, null, 'Your session has ended. Sign in again.'],
  [400, 'CREDENTIAL_ACCOUNT_NOT_FOUND', 'You sign in through your organisation; there is no password here.'],
  [429, null, 'Too many attempts. Wait a minute, then try again.'],
  [500, null, 'Nothing was changed. Try again in a few minutes.'],
])('status %j with code %j reads: %s', (status, code, sentence) => {
  expect(explainRefusal(status, code)).toBe(sentence);
});
