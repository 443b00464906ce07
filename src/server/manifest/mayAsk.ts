/** What a person or key may ask of a manifest. */
import { revenuePaths } from '@/contract/manifest/declarations';
import { pathText } from '@/contract/inputIssues';
import type { Manifest } from '@/contract/manifest/schema';
import { AppError, invalidInput } from '@/domain/errors';
import type { ManifestDiff } from '@/domain/manifest/declaration';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import type { Share, Value } from '@/domain/manifest/manifestFields';
import { revenueWouldGo } from '@/server/landscape/revenue';

/** Throws `revenue_forbidden` with the positions, and 400 if an export should prune. */
export function assertMayAsk(manifest: Manifest, prune: boolean, canSeeRevenue: boolean): void {
  if (prune && manifest.name === EXPORT_MANIFEST_NAME)
    throw invalidInput(
      'prune',
      `a manifest named "${EXPORT_MANIFEST_NAME}" owns nothing, so it has nothing to prune; give the manifest another name`,
    );
  const paths = canSeeRevenue ? [] : revenuePaths(manifest);
  if (paths.length === 0) return;
  throw new AppError(
    'revenue_forbidden',
    'The manifest states revenue (annualRevenue, revenueShare). That needs a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).',
    { issues: paths.slice(0, 1_000).map((path) => ({ path: pathText(path), message: 'states revenue' })) },
  );
}

/**
 * Throws `revenue_forbidden` if pruning would delete revenue that the caller may not see: of a segment, or of its share in a capability.
 */
export function assertMayPrune({ changes }: Pick<ManifestDiff, 'changes'>, canSeeRevenue: boolean): void {
  if (canSeeRevenue) return;
  const gone = new Set(changes.flatMap(({ op, kind, technicalName }) => (op === 'delete' && kind === 'capability' ? [technicalName] : [])));
  for (const { op, kind, technicalName, before } of changes) {
    if (kind !== 'segment' || before === null) continue;
    const { annualRevenue = null, capabilities = [] } = before.values as { annualRevenue?: Value; capabilities?: readonly Share[] };
    const isShareGone = capabilities.some(
      ({ capability, revenueShare }) => revenueShare !== null && (op === 'delete' || gone.has(capability)),
    );
    if ((op === 'delete' && annualRevenue !== null) || isShareGone) throw revenueWouldGo(technicalName);
  }
}
