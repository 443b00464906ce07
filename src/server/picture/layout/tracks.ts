/** Assigns tracks to the pieces of lines in one gutter, so that few lines cross. */

/** A piece of a line in a gutter. `from` and `to` are positions along the gutter; pieces that share a position may touch. */
export interface Run {
  gutter: number;
  from: number;
  to: number;
  /** Where the line continues: at which position, and whether toward the higher tracks. */
  ends: readonly { at: number; isHigher: boolean }[];
  track: number;
}

/** A few rounds are enough; more would change almost nothing. */
const MOST_ROUNDS = 8;

/** Pieces that could touch get different tracks. Returns the number of tracks of each gutter. */
export function assignTracks(runs: readonly Run[], gutters: number): number[] {
  return Array.from({ length: gutters }, (_, gutter) => {
    const here = runs.filter((run) => run.gutter === gutter).sort((a, b) => a.from - b.from || a.to - b.to);
    const tracks: Run[][] = [];
    for (const run of here) {
      const free = tracks.find((track) => (track.at(-1)?.to ?? Infinity) < run.from);
      if (free === undefined) tracks.push([run]);
      else free.push(run);
    }
    untangle(tracks).forEach((track, place) => {
      for (const run of track) run.track = place;
    });
    return tracks.length;
  });
}

/** Orders the tracks so that swapping two neighbors would not reduce crossings. */
function untangle(tracks: Run[][]): Run[][] {
  const costs = tracks.map((lower) => tracks.map((higher) => crossings(lower, higher)));
  const order = tracks.map((_, place) => place);
  const cost = (lower: number, higher: number): number => costs[lower]?.[higher] ?? 0;
  for (let round = 0, hasChanged = true; hasChanged && round < MOST_ROUNDS; round++) {
    hasChanged = false;
    for (let place = 0; place + 1 < order.length; place++) {
      const [lower, higher] = [order[place] ?? 0, order[place + 1] ?? 0];
      if (cost(lower, higher) <= cost(higher, lower)) continue;
      order[place] = higher;
      order[place + 1] = lower;
      hasChanged = true;
    }
  }
  return order.map((place) => tracks[place] ?? []);
}

/**
 * How many crossings there are if one track is below the other: where one line continues to the other's side and the other line passes
 * there.
 */
function crossings(lower: readonly Run[], higher: readonly Run[]): number {
  let count = 0;
  const passes = ({ from, to }: Run, at: number): boolean => from < at && at < to;
  for (const low of lower)
    for (const high of higher) {
      for (const { at, isHigher } of low.ends) if (isHigher && passes(high, at)) count++;
      for (const { at, isHigher } of high.ends) if (!isHigher && passes(low, at)) count++;
    }
  return count;
}
