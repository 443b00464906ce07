/** Names a source: as somebody or the source itself says, otherwise after its directory, or a parent directory if many are called the same. */
import { importedName } from './importedText';
import type { ImportReport } from './importReport';
import type { SourceFiles } from './sourceFiles';

const COMMON = new Set([
  'app',
  'backstage',
  'build',
  'catalog',
  'code',
  'compose',
  'config',
  'deploy',
  'deployment',
  'dev',
  'docker',
  'docker-compose',
  'examples',
  'hosting',
  'infra',
  'infrastructure',
  'main',
  'ops',
  'project',
  'prod',
  'production',
  'repo',
  'src',
  'workspace',
  '.devcontainer',
]);

/** The first of `stated` that is a name; otherwise that of the directory of the first file; `otherwise` at the root. */
export function sourceName(
  stated: readonly (string | undefined)[],
  [first = '.']: readonly string[],
  source: SourceFiles,
  report: ImportReport,
  otherwise: string,
): string {
  const name = stated.map(importedName).find((one) => one !== undefined);
  return name ?? importedName(nameOfDirectory(source, source.directoryOf(first), report)) ?? otherwise;
}

/**
 * The name of the directory, or of the nearest parent whose name is not a common one: `supabase` for supabase/docker. '' at the root. If a
 * report is given, it says why the parent was taken.
 */
export function nameOfDirectory(source: SourceFiles, directory: string, report?: ImportReport): string {
  const parts = source
    .absolute(directory)
    .split(/[/\\]/)
    .filter((part) => part !== '');
  const own = parts.at(-1) ?? '';
  if (!COMMON.has(own.toLowerCase())) return own;
  const above = parts.slice(0, -1).findLast((part) => !COMMON.has(part.toLowerCase()));
  const name = above ?? own;
  report?.decided(
    undefined,
    `these files state no name, and many directories are called ${own}, so it is named ${name}; use --name to change that`,
  );
  return name;
}
