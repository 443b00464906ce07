/** Tells where a manifest looks as if it came from another source than the last one of its name: two projects called alike would change each other's landscape. */
import type { Declaration, DiffIssue } from '@/domain/manifest/declaration';
import type { RunSql } from '@/server/landscape/runSql';
import { formatNumber } from '@/plain/counts';
import type { LoadedLandscape } from './knownLandscape';

/** What declares more is no import of a project, and would be asked about at length. */
const MOST_COMPONENTS = 2_000;

/** A warning where at least half of the components that the manifest of this name last declared, two at least, are not in this one; else nothing. */
export async function warnOfOtherSource(
  run: RunSql,
  tenantId: string,
  manifestName: string,
  declarations: readonly Declaration[],
  landscape: LoadedLandscape,
): Promise<DiffIssue[]> {
  const names = declarations.flatMap(({ kind, technicalName }) => (kind === 'component' ? [technicalName] : []));
  if (names.length === 0 || names.length > MOST_COMPONENTS) return [];
  const known = landscape.entities.get('component');
  const ids = names.flatMap((name) => known?.get(name)?.id ?? []);
  const [row] = await run<{ declared: number; missing: number }>(
    `select count(*)::int as declared, (count(*) filter (where not o."entityId" = any($3::uuid[])))::int as missing
     from "manifest_ownership" o where o."tenantId" = $1::uuid and o."manifestName" = $2 and o."kind" = 'component'`,
    [tenantId, manifestName, ids],
  );
  const { declared = 0, missing = 0 } = row ?? {};
  if (declared < 2 || 2 * missing < declared) return [];
  return [
    {
      path: ['name'],
      message: `${formatNumber(missing)} of the ${formatNumber(declared)} components that the manifest ${manifestName} last declared are not in this one. Is it from the same source?`,
      hint: 'give two sources two names: faultline import has --name and --prefix for that',
    },
  ];
}
