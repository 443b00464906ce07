/** Where the values of a text stand: a tree of offsets beside the tree of values. */
import type { ManifestPath } from '../issue';

/** Where a value starts, and what is inside of it. */
export interface OffsetTree {
  at: number;
  fields?: Map<string, { at: number; value: OffsetTree }>;
  items?: OffsetTree[];
}

/** Where the value at `path` starts (its key with `atKey`); of what is not there, where its nearest container starts. */
export function offsetIn(root: OffsetTree, path: ManifestPath, atKey: boolean): number {
  let tree = root;
  for (const [depth, step] of path.entries()) {
    if (typeof step === 'number') {
      const item = tree.items?.[step];
      if (item === undefined) return tree.at;
      tree = item;
      continue;
    }
    const field = tree.fields?.get(step);
    if (field === undefined) return tree.at;
    if (atKey && depth === path.length - 1) return field.at;
    tree = field.value;
  }
  return tree.at;
}
