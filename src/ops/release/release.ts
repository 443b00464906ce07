/** Makes a release: what it is checked for, and its tag. Publishing is left to whoever runs it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, faultsOfChangeLog, sectionsOf, withRelease } from './changeLog';
import { otherVersions, statedVersion, writeVersions } from './versions';

const CHANGE_LOG = join('.github', 'CHANGELOG.md');

function git(root: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
}

/** Writes the version everywhere, and the date into the change log. Throws an Error if it is not newer, or nothing is unreleased. */
export function prepareRelease(root: string, version: string, date: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is not a version such as 2.2.0.`);
  const before = statedVersion(root);
  if (compareVersions(version, before) <= 0) throw new Error(`${version} is not newer than ${before}.`);
  const file = join(root, CHANGE_LOG);
  writeFileSync(file, withRelease(readFileSync(file, 'utf8'), version, date));
  writeVersions(root, version);
}

/** Why this commit cannot be released, a sentence each; empty if it can. `today` as in `2026-11-27`. */
export function obstaclesToRelease(root: string, today: string): string[] {
  const version = statedVersion(root);
  const text = readFileSync(join(root, CHANGE_LOG), 'utf8');
  const [first] = sectionsOf(text);
  const obstacles = [...otherVersions(root, version), ...faultsOfChangeLog(text).map((fault) => `The change log: ${fault}`)];
  if (first?.title !== version)
    obstacles.push(`The change log begins with ${first?.title ?? 'nothing'}, not with ${version}: run npm run release -- prepare VERSION`);
  else if (first.date !== null && first.date > today)
    obstacles.push(`The change log dates ${version} ${first.date}, which is still to come`);
  if (git(root, 'status', '--porcelain') !== '') obstacles.push('Some changes are not committed');
  if (git(root, 'tag', '--list', `v${version}`) !== '') obstacles.push(`The tag v${version} exists already`);
  return obstacles;
}

/** An annotated tag with the entries of the change log. Returns its name. */
export function tagRelease(root: string): string {
  const version = statedVersion(root);
  const [first] = sectionsOf(readFileSync(join(root, CHANGE_LOG), 'utf8'));
  const words = `Faultline ${version}\n\n${first?.lines.join('\n').trim() ?? ''}\n`;
  // Git would take headings for comments.
  execFileSync('git', ['tag', '--annotate', '--cleanup=verbatim', '--file=-', `v${version}`], { cwd: root, input: words });
  return `v${version}`;
}
