/** Which files are compose files, and which of those in a directory docker compose would read. */
import type { CandidateFile } from '@/sources/importer';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';

/** `services:` with a map below it, and not the list of services of a build. */
const SERVICES = /^(["']?)services\1:(?:[ \t]*[{&!]|[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]+[^\s#-])/m;
/** In the order in which docker compose looks for them. */
const STANDARD = ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'];
const OVERRIDES = ['compose.override.yaml', 'compose.override.yml', 'docker-compose.override.yml', 'docker-compose.override.yaml'];

export function recogniseCompose({ path, text }: CandidateFile): string | null {
  if (/^["']?(?:apiVersion|AWSTemplateFormatVersion)["']?:/m.test(text)) return null;
  if (SERVICES.test(text)) return 'it has services at the outermost level';
  const isCalledSo = [...STANDARD, ...OVERRIDES].includes(nameOf(path).toLowerCase());
  return isCalledSo && /^include:/m.test(text) ? 'it has the name of a compose file and includes others' : null;
}

/** What `docker compose` would read of files found in a directory: the standard file and its override. Without either, all of them. */
export function chooseComposeFiles(found: readonly string[]): readonly string[] {
  const standard = found.filter((path) => STANDARD.includes(nameOf(path)));
  const directories = [...new Set((standard.length > 0 ? standard : found).map(directoryOf))].sort((one, two) => one.length - two.length);
  const [directory = '', ...others] = directories;
  // What is below the topmost project is included in it, or is not meant.
  const other = others.find((one) => standard.length === 0 || (directory !== '' && !/^[/\\]/.test(one.slice(directory.length))));
  if (other !== undefined)
    throw new UnreadableSource(`there are several compose projects, in ${directory || '.'} and in ${other || '.'}`, 'several_kinds', {
      hint: 'name the directory or the files of one of them',
    });
  if (standard.length === 0) return found;
  const first = (names: readonly string[]): string[] =>
    names.flatMap((name) => found.find((path) => nameOf(path) === name && directoryOf(path) === directory) ?? []).slice(0, 1);
  return [...first(STANDARD), ...first(OVERRIDES)];
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}

function directoryOf(path: string): string {
  return path.slice(0, -nameOf(path).length).replace(/[/\\]$/, '');
}
