/** The dependencies of a second source between the components of a landscape. */
import type { ManifestDependency } from '@/contract/manifest/schema';
import { dependencyName } from '@/domain/manifest/manifestFields';
import { grouped } from '@/plain/grouped';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldsLeft } from './statedFields';

/**
 * By dependency of the proposal: what is stated of it, with the names of the landscape. Null if the landscape has others between the two
 * components, since tools take the type from what they know of the target, and two types would count as two dependencies.
 */
export function joinDependencies(
  ours: readonly ManifestDependency[],
  theirs: readonly ManifestDependency[],
  renamed: ReadonlyMap<string, string>,
  report: ImportReport,
): Map<ManifestDependency, ManifestDependency | null> {
  const pairOf = ({ source, target }: ManifestDependency): string => `${source} ${target}`;
  const existing = grouped(theirs, pairOf);
  return new Map(
    ours.map((one) => {
      const dependency = { ...one, source: renamed.get(one.source) ?? one.source, target: renamed.get(one.target) ?? one.target };
      const between = existing.get(pairOf(dependency)) ?? [];
      const same = between.find(({ dependencyType }) => dependencyType === one.dependencyType);
      const { source, target, dependencyType } = dependency;
      if (same !== undefined)
        return [one, fieldsLeft(dependency, same, `the dependency ${dependencyName(source, target, dependencyType)}`, report)];
      if (between.length === 0) return [one, dependency];
      const types = between.map((other) => other.dependencyType).join(', ');
      report.decided(
        undefined,
        `${source} → ${target} stays ${types}, as the landscape states it; these files say ${dependencyType}`,
        'dependencies that the landscape states with another type and keeps',
      );
      return [one, null];
    }),
  );
}
