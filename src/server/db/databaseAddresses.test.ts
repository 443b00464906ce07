import { expect, it } from 'vitest';
import { bySingleLogin, namedAddresses } from './databaseAddresses';

it.each([
  ['nothing', {}, false, null],
  ['one address out of two', { DATABASE_URL: 'app' }, false, null],
  ['both', { DATABASE_URL: 'app', DATABASE_SYSTEM_URL: 'system' }, false, { app: 'app', system: 'system', isSingleLogin: false }],
  ['one that does everything', { DATABASE_URL: 'app' }, true, bySingleLogin('app')],
  ['one that does everything, beside another', { DATABASE_URL: 'app', DATABASE_SYSTEM_URL: 'system' }, true, bySingleLogin('app')],
  ['none that does everything', {}, true, null],
])('an environment that names %s', (_, named, DATABASE_SINGLE_LOGIN, expected) => {
  expect(namedAddresses({ ...named, DATABASE_SINGLE_LOGIN })).toEqual(expected);
});
