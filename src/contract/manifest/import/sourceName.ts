/** What a source is called that does not say its name: as its directory, or the one above where many are called the same. */
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

/** The name of the directory, or of the nearest above that is not called what many are: `supabase` for supabase/docker. '' at the root. */
export function nameOfDirectory(source: SourceFiles, directory: string, report: ImportReport): string {
  const parts = source
    .absolute(directory)
    .split(/[/\\]/)
    .filter((part) => part !== '');
  const own = parts.at(-1) ?? '';
  if (!COMMON.has(own.toLowerCase())) return own;
  const above = parts.slice(0, -1).findLast((part) => !COMMON.has(part.toLowerCase()));
  const name = above ?? own;
  report.decided(
    undefined,
    `nothing says what this is called, and many directories are called ${own}: it is named ${name}, --name changes that`,
  );
  return name;
}
