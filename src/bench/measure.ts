/** Times one piece of work over and over, and prints what came of it. */

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Runs once to warm up, then `rounds` times, and prints the median and the 99th percentile. */
export function measure(label: string, rounds: number, work: (round: number) => string): void {
  const warmUp = performance.now();
  work(0);
  const first = performance.now() - warmUp;
  const times: number[] = [];
  let note = '';
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    note = work(round);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const figures = [percentile(times, 0.5), percentile(times, 0.99), first].map((ms) => ms.toFixed(3).padStart(10));
  process.stdout.write(`  ${label.padEnd(44)} p50 ${figures[0]} ms   p99 ${figures[1]} ms   first ${figures[2]} ms   ${note}\n`);
}
