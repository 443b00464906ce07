/** Ids as packed words, for lists too long to be text: four 32-bit words each. */
import { GuidTable } from '@/domain/graph/arrays/guidTable';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';

export const WORDS_OF_AN_ID = 4;

/** Writes the ids of these nodes into `words`. */
export function packComponentIds(landscape: Landscape, nodes: Int32Array, words: Uint32Array<ArrayBuffer>): void {
  graphOf(landscape).components.guids.pack(nodes, words);
}

/** Writes the ids of the applications with these indexes into `words`. */
export function packApplicationIds(landscape: Landscape, indexes: Int32Array, words: Uint32Array<ArrayBuffer>): void {
  graphOf(landscape).applications.guids.pack(indexes, words);
}

/** The ids in these words, in order. */
export function idsIn(words: Uint32Array<ArrayBuffer>): string[] {
  const slots = Int32Array.from({ length: words.length / WORDS_OF_AN_ID }, (_, slot) => slot);
  return GuidTable.over(words).formatAll(slots);
}
