/** From what a component is joined to, to the bundles that a picture draws for it. Pure. */
import type { ComponentJoins, Join, PictureBundle } from '@/contract/landscapePicture';

/** Towards `drawn` components there is none: dependencies between what is drawn one by one are in the picture as themselves. */
export function joinBundles(component: string, { dependencies, dependents }: ComponentJoins, drawn: ReadonlySet<string>): PictureBundle[] {
  return [
    ...bundled(dependencies, drawn).map(({ groupKey, ...bundle }) => ({ sourceId: component, targetId: groupKey, ...bundle })),
    ...bundled(dependents, drawn).map(({ groupKey, ...bundle }) => ({ sourceId: groupKey, targetId: component, ...bundle })),
  ];
}

function bundled(joins: readonly Join[], drawn: ReadonlySet<string>): (Pick<PictureBundle, 'count' | 'parts'> & { groupKey: string })[] {
  const parts = new Map<string, PictureBundle['parts']>();
  for (const { componentId, groupKey, dependencyType, mode, propagates } of joins) {
    if (drawn.has(componentId)) continue;
    const held = parts.get(groupKey) ?? [];
    parts.set(groupKey, held);
    const part = held.find((one) => one.dependencyType === dependencyType && one.mode === mode && one.propagates === propagates);
    if (part === undefined) held.push({ dependencyType, mode, propagates, count: 1 });
    else part.count++;
  }
  return [...parts].map(([groupKey, ofGroup]) => ({ groupKey, count: ofGroup.reduce((sum, { count }) => sum + count, 0), parts: ofGroup }));
}
