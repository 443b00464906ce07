/** What a user is told who may not write where something has to be written. */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { wordsOfUnwritable } from './prepare.mjs';

const denied = (...path: string[]): { code: string; path: string } => ({ code: 'EACCES', path: join(process.cwd(), ...path) });

it.each([
  ['the data', denied('.data'), /Set FAULTLINE_DATA to a directory that it may write\.$/],
  ['something in the data', denied('.data', 'secret'), /Set FAULTLINE_DATA/],
  [
    'something to install or build',
    denied('dist', 'commands', 'start.mjs'),
    /As the owner of .*, run `node src\/ops\/boot\/run\.mjs build` there/,
  ],
  ['the lock of who installs', denied('.data', 'preparing'), /run `node src\/ops\/boot\/run\.mjs build` there/],
  ['something elsewhere', { code: 'EROFS', path: '/elsewhere' }, /^This user may not write \/elsewhere \(EROFS\)\.$/],
])('names %s and what to do', (_what, error, words) => {
  expect(wordsOfUnwritable(error)).toMatch(words);
});

it('names FAULTLINE_DATA where it leads out of the installation too', () => {
  vi.stubEnv('FAULTLINE_DATA', '/var/lib/faultline');
  const said = wordsOfUnwritable({ code: 'EACCES', path: '/var/lib/faultline/secret.1' });
  vi.unstubAllEnvs();
  expect(said).toMatch(/Set FAULTLINE_DATA to a directory that it may write\.$/);
});

it.each([{ code: 'ENOENT', path: '/elsewhere' }, { code: 'EACCES' }, new Error('else')])('leaves other errors as they are', (error) => {
  expect(wordsOfUnwritable(error as { code?: unknown })).toBeNull();
});
