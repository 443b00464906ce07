/** Assigns boxes to layers so that dependents come before their dependencies. */
import { append } from '@/plain/grouped';
import type { PlanLine } from './layoutPlan';

/** By layer, in the given order within a layer. Boxes on a cycle are placed where the search reaches them first. */
export function layersOf<Node extends { id: string }>(nodes: readonly Node[], lines: readonly PlanLine[]): Node[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of lines) append(targets, from, to);
  const finished: string[] = [];
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const target of targets.get(id) ?? []) visit(target);
    finished.push(id);
  };
  for (const { id } of nodes) visit(id);
  // Later in `finished` depends on earlier: lines the other way close a cycle.
  const rank = new Map(finished.map((id, place) => [id, place]));
  const layers = new Map<string, number>();
  for (const id of [...finished].reverse()) {
    const layer = layers.get(id) ?? 0;
    for (const target of targets.get(id) ?? [])
      if ((rank.get(target) ?? 0) < (rank.get(id) ?? 0)) layers.set(target, Math.max(layers.get(target) ?? 0, layer + 1));
  }
  return [...nodes].sort((a, b) => (layers.get(a.id) ?? 0) - (layers.get(b.id) ?? 0));
}
