/** Positions of the values in a text: a tree of offsets in parallel to the tree of values. */
import type { ManifestPath } from '@/contract/manifest/issue';

/** A value read from text, and the way from a path back to an offset in it. `value` is undefined if there is nothing to check. */
export interface ReadText {
  value: unknown;
  offsetOf(path: ManifestPath, atKey: boolean): number;
}

export const UNREADABLE: ReadText = { value: undefined, offsetOf: () => 0 };

/** The start of a value, and the offsets of its contents. */
export interface OffsetTree {
  at: number;
  fields?: Map<string, { at: number; value: OffsetTree }>;
  items?: OffsetTree[];
}

/** The start of the value at `path` (with `atKey`, of its key). If it does not exist, the start of its nearest container. */
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
