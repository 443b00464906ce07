/** Times one piece of work repeatedly, and prints the results. */

/** By nearest rank: the smallest value that at least this share of all values does not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The middle one of several figures, by nearest rank. */
export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** The time of each round in milliseconds, after as many rounds to warm up. */
export function timesOf(rounds: number, work: (round: number) => unknown): number[] {
  const times: number[] = [];
  for (let round = -rounds; round < rounds; round++) {
    const from = performance.now();
    work(Math.max(0, round));
    if (round >= 0) times.push(performance.now() - from);
  }
  return times;
}

/** About as warm as a service that has run for a minute. */
const MOST_WARM_UPS = 20;

/**
 * Runs up to 20 times to warm up, then `rounds` times, and prints the median and the 99th percentile of elapsed time and of processor time, which
 * stays meaningful on a busy machine. `most` is the target for the 99th percentile of elapsed time in milliseconds; the line says whether it is
 * met.
 */
export function measure(label: string, rounds: number, work: (round: number) => string, most: number | null = null): void {
  const warmUp = performance.now();
  work(0);
  const first = performance.now() - warmUp;
  for (let round = 1; round < Math.min(rounds, MOST_WARM_UPS); round++) work(round);
  const times: number[] = [];
  const processor: number[] = [];
  let note = '';
  for (let round = 0; round < rounds; round++) {
    const used = process.cpuUsage();
    const from = performance.now();
    note = work(round);
    times.push(performance.now() - from);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1_000);
  }
  times.sort((a, b) => a - b);
  processor.sort((a, b) => a - b);
  const figures = [times, processor].flatMap((sorted) => [percentile(sorted, 0.5), percentile(sorted, 0.99)]);
  const [p50, p99, processor50, processor99, firstTime] = [...figures, first].map((ms) => ms.toFixed(3).padStart(10));
  const target = most === null ? '' : `   target ${most} ms: ${(figures[1] ?? 0) <= most ? 'met' : 'NOT MET'}`;
  process.stdout.write(
    `  ${label.padEnd(48)} p50 ${p50} ms   p99 ${p99} ms   processor p50 ${processor50} ms   p99 ${processor99} ms   first ${firstTime} ms${target}   ${note}\n`,
  );
}
