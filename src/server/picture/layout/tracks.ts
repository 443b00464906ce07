/** Gives the pieces of lines in one gutter their tracks, so that few cross. */

/** A piece of a line in a gutter. `from` and `to` are positions along it; pieces that share a position may touch. */
export interface Run {
  gutter: number;
  from: number;
  to: number;
  /** Where the line goes on: at which position, and whether to the side of the higher tracks. */
  ends: readonly { at: number; isHigher: boolean }[];
  track: number;
}

/** A few rounds settle it; more would change next to nothing. */
const MOST_ROUNDS = 8;

/** Pieces that could touch get tracks of their own. Answers how many tracks each gutter has. */
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

/** The same tracks in an order in which no two neighbours would cross less the other way round. */
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

/** How often lines cross when one track lies lower than the other: where one goes on to the other's side and the other passes there. */
function crossings(lower: readonly Run[], higher: readonly Run[]): number {
  let count = 0;
  const passes = ({ from, to }: Run, at: number): boolean => from < at && at < to;
  for (const low of lower) {
    for (const high of higher) {
      for (const { at, isHigher } of low.ends) if (isHigher && passes(high, at)) count++;
      for (const { at, isHigher } of high.ends) if (!isHigher && passes(low, at)) count++;
    }
  }
  return count;
}
