/** Which targets a redundancy group counts on although they are not in service. */
import { namedOf, type Named } from '@/domain/named';
import type { Landscape } from '@/domain/graph/landscape/views';
import { isInService } from '@/domain/lifecycle';
import { byCodeUnit } from '@/plain/order';

/** Each once, by technicalName. A dependency that never passes failure on is not in the group. */
export function targetsNotInService(landscape: Landscape, group: number): Named[] {
  const { applications, components, edges } = landscape;
  const slots = Array.from(edges.groups.members.row(group)).filter((slot) => landscape.dependencyView(slot).propagates);
  const targets = new Set(slots.map((slot) => edges.targetOf(slot)));
  return [...targets]
    .filter((node) => !isInService(applications.at(components.applicationOf(node)).lifecycleState))
    .map((node) => namedOf(components.viewOf(node)))
    .sort((left, right) => byCodeUnit(left.technicalName, right.technicalName));
}
