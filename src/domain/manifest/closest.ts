/** "Did you mean …": finds the word that is nearest to a mistyped one. */

/** Optimal string alignment distance (insert, delete, replace, swap neighbours), or `limit + 1` as soon as it is above `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    before = above;
    above = row;
  }
  return above[right.length] ?? limit + 1;
}

/**
 * The candidate nearest to `word`, ignoring case, if at most a third of its letters differ; otherwise undefined. The first by code unit
 * wins a tie.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 128) return undefined;
  const folded = word.toLowerCase();
  let limit = Math.max(1, Math.floor(word.length / 3));
  let found: string | undefined;
  for (const candidate of candidates) {
    const away = editDistance(folded, candidate.toLowerCase(), limit);
    const isBetter = away < limit || (away === limit && (found === undefined || candidate < found));
    if (!isBetter) continue;
    found = candidate;
    limit = away;
  }
  return found;
}

export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = closest(word, candidates);
  return found === undefined ? undefined : `did you mean ${JSON.stringify(found)}?`;
}
