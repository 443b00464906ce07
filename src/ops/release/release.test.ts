/** A release is one version everywhere, and its change log says who has to do what. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareVersions, faultsOfChangeLog, sectionsOf } from './changeLog';
import { obstaclesToRelease, prepareRelease, tagRelease } from './release';
import { otherVersions, statedVersion } from './versions';

const CHANGE_LOG = readFileSync('.github/CHANGELOG.md', 'utf8');
const FILES = [
  'package.json',
  'package-lock.json',
  'src/cli/package/package.json',
  ...['helm/Chart.yaml', 'helm/values.yaml', 'kubernetes.yaml', 'compose.yaml', 'golden'].map((name) => `src/ops/deploy/${name}`),
];

const folder = mkdtempSync(join(tmpdir(), 'faultline-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has one version everywhere', () => {
  expect(otherVersions('.', statedVersion('.'))).toEqual([]);
  expect(otherVersions('.', '0.0.1')).not.toEqual([]);
});

describe('the change log', () => {
  it('has dates, and says who has to do what', () => {
    expect(faultsOfChangeLog(CHANGE_LOG)).toEqual([]);
    const newest = sectionsOf(CHANGE_LOG)[0]?.lines ?? [];
    expect(newest.filter((line) => line.startsWith('### '))).not.toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['in order', '## Unreleased\n\n- New.\n\n## 2.1.0, 2026-11-27\n\n- New.\n\n### Operators have to\n\n- Do it.\n', []],
    ['a version without a date', '## 2.1.0\n', ['2.1.0 has no date']],
    [
      'an unknown audience',
      '## 2.1.0, 2026-11-27\n\n### Others have to\n\n- Do it.\n',
      ['2.1.0 has the headings Others have to: allowed are'],
    ],
    ['a lower version on top', '## 2.0.0, 2026-11-28\n\n## 2.1.0, 2026-11-27\n', ['2.0.0 stands above 2.1.0']],
    ['text that is no entry', '## 2.1.0, 2026-11-27\n\nSome words.\n', ['2.1.0 has text that is no entry: Some words.']],
    ['Unreleased below a version', '## 2.1.0, 2026-11-27\n\n## Unreleased\n', ['Unreleased is not the first section']],
  ])('%s', (_, text, faults) => {
    expect(faultsOfChangeLog(text)).toEqual(faults.map((fault) => expect.stringContaining(fault) as string));
  });

  it('compares versions by their numbers', () => {
    expect([compareVersions('2.10.0', '2.9.1') > 0, compareVersions('2.1.0', '2.1.0'), compareVersions('1.9.9', '2.0.0') < 0]).toEqual([
      true,
      0,
      true,
    ]);
  });
});

it('is prepared, checked and tagged, and refused for whatever is left undone', () => {
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file), { recursive: true });
  }
  mkdirSync(join(folder, '.github'));
  const log = join(folder, '.github', 'CHANGELOG.md');
  writeFileSync(log, '# Changes\n\n## Unreleased\n\n- New.\n\n### Operators have to\n\n- Do it.\n');
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...words], { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  git('config', 'user.name', 'T');
  git('config', 'user.email', 't@example.com');
  const today = '2026-12-01';
  expect(() => prepareRelease(folder, statedVersion(folder), today)).toThrow('is not newer than');
  expect(obstaclesToRelease(folder, today)).toEqual([
    expect.stringContaining('The change log begins with Unreleased'),
    'Some changes are not committed',
  ]);
  prepareRelease(folder, '9.8.7', today);
  expect([statedVersion(folder), otherVersions(folder, '9.8.7')]).toEqual(['9.8.7', []]);
  expect(() => prepareRelease(folder, '9.9.0', today)).toThrow('nothing unreleased');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Release');
  expect(obstaclesToRelease(folder, '2026-11-30')).toEqual([expect.stringContaining('which is still to come')]);
  expect(obstaclesToRelease(folder, today)).toEqual([]);
  expect(tagRelease(folder)).toBe('v9.8.7');
  expect(git('tag', '--list', '--format=%(contents)')).toContain('### Operators have to\n\n- Do it.');
  expect(obstaclesToRelease(folder, today)).toEqual(['The tag v9.8.7 exists already']);
});
