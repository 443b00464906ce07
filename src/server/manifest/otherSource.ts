/**
 * Warns if a manifest seems to come from another source than the last one with the same name: two projects with one name would overwrite
 * each other's landscape.
 */
import type { Declaration, DiffIssue } from '@/domain/manifest/declaration';
import type { RunSql } from '@/server/db/transaction';
import { formatNumber } from '@/plain/counts';
import type { LoadedLandscape } from './knownLandscape';

/** Larger manifests are not imports of a single project, and would take long to check. */
const MOST_COMPONENTS = 2_000;

/**
 * Returns a warning if at least half of the components that this manifest last declared (and at least two) are missing now; otherwise
 * nothing.
 */
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
      message: `${formatNumber(missing)} of the ${formatNumber(declared)} components that the manifest ${manifestName} last declared are not in this one, as if it came from another source`,
      hint: 'give two sources two names: faultline import and observe have --name for that, and import has --prefix',
    },
  ];
}
