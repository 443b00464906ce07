/** What is lit and what steps back when something is chosen. Pure: from a picture and a choice to classes. */
import { LANDMARK } from '@/ui/graph/distance';
import type { Marks, Picture } from '@/ui/graph/picture';

/** `selected`, its `dependency` and `dependent` edges, its `near` nodes; everything else is `faded`. Boxes never fade: they would take their content along. */
export function markLandscape({ nodes, edges }: Picture, selectedId: string | null): Marks {
  const marks = new Map<string, string[]>();
  if (selectedId === null || !nodes.some(({ id }) => id === selectedId)) return marks;
  const selected = new Set([selectedId, ...nodes.filter(({ parent }) => parent === selectedId).map(({ id }) => id)]);
  const near = new Set<string>();
  for (const { id, source, target, classes } of edges) {
    // Thin lines would vanish there.
    const fromAfar = classes.includes('distant') ? [LANDMARK] : [];
    const isDependency = selected.has(source);
    const isDependent = selected.has(target);
    if (isDependency && isDependent) marks.set(id, []);
    else if (isDependency) marks.set(id, ['dependency', ...fromAfar]);
    else if (isDependent) marks.set(id, ['dependent', ...fromAfar]);
    else marks.set(id, ['faded']);
    if (isDependency) near.add(target);
    if (isDependent) near.add(source);
  }
  for (const { id, classes } of nodes) {
    if (id === selectedId) marks.set(id, ['selected']);
    else if (selected.has(id) || near.has(id)) marks.set(id, ['near']);
    else if (!classes.includes('box')) marks.set(id, ['faded']);
  }
  return marks;
}
