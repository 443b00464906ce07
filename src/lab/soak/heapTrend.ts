/** Whether the heap grows: fits a straight line to its size after garbage collection. Pure. */

export interface HeapSample {
  /** Since the start of the load. */
  seconds: number;
  /** In use after garbage collection, with buffers outside the heap. */
  bytes: number;
}

export interface HeapTrend {
  bytesPerHour: number;
  /** Twice the standard error of the line's slope: the true slope is hardly further away than that. */
  uncertainty: number;
  /** Unclear: no growth shows, but the run is too short for small growth to show. */
  verdict: 'grows' | 'flat' | 'unclear';
}

/** The fraction of the run that the line ignores, because caches fill first. */
const FILLING = 1 / 3;
/** A line that rises by less is flat. A leak of one small object per request of the mixed load would be several times as much. */
const ALLOWED_PER_HOUR = 8 * 1_024 * 1_024;
const LEAST_SAMPLES = 5;

/** Throws an Error for a run that is too short to say anything. */
export function heapTrend(samples: readonly HeapSample[]): HeapTrend {
  const last = samples.at(-1)?.seconds ?? 0;
  const kept = samples.filter(({ seconds }) => seconds >= last * FILLING);
  if (kept.length < LEAST_SAMPLES)
    throw new Error(`${kept.length} samples after the caches are full; at least ${LEAST_SAMPLES} are needed.`);
  const mean = (of: (sample: HeapSample) => number): number => kept.reduce((sum, sample) => sum + of(sample), 0) / kept.length;
  const [meanSeconds, meanBytes] = [mean(({ seconds }) => seconds), mean(({ bytes }) => bytes)];
  const spread = kept.reduce((sum, { seconds }) => sum + (seconds - meanSeconds) ** 2, 0);
  const slope = kept.reduce((sum, { seconds, bytes }) => sum + (seconds - meanSeconds) * (bytes - meanBytes), 0) / spread;
  const residual = kept.reduce((sum, { seconds, bytes }) => sum + (bytes - meanBytes - slope * (seconds - meanSeconds)) ** 2, 0);
  const error = Math.sqrt(residual / (kept.length - 2) / spread);
  const [bytesPerHour, uncertainty] = [slope * 3_600, 2 * error * 3_600];
  if (bytesPerHour - uncertainty > ALLOWED_PER_HOUR) return { bytesPerHour, uncertainty, verdict: 'grows' };
  return { bytesPerHour, uncertainty, verdict: bytesPerHour + uncertainty > ALLOWED_PER_HOUR ? 'unclear' : 'flat' };
}
