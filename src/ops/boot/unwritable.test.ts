/** What a user is told if something cannot be written where it has to be. */
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

it.each(['EEXIST', 'ENOTDIR'])('says that FAULTLINE_DATA is no directory (%s)', (code) => {
  vi.stubEnv('FAULTLINE_DATA', '/var/lib/faultline');
  const said = wordsOfUnwritable({ code, path: '/var/lib/faultline' });
  vi.unstubAllEnvs();
  expect(said).toMatch(/^FAULTLINE_DATA is \/var\/lib\/faultline, but a file is in the way .* Set it to a directory\.$/);
});

it.each([{ code: 'ENOENT', path: '/elsewhere' }, { code: 'EACCES' }, new Error('else')])('leaves other errors as they are', (error) => {
  expect(wordsOfUnwritable(error as { code?: unknown })).toBeNull();
});
