/** How long garbage collection stopped this process, so that a benchmark can tell its pauses from the work of the program. */
import { PerformanceObserver } from 'node:perf_hooks';

/** Begins to watch. The result ends it, and returns the longest pause since in milliseconds. */
export function watchCollections(): () => Promise<number> {
  let longestMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  return async () => {
    // What was observed is reported a moment later.
    await new Promise((resolve) => setImmediate(resolve));
    observer.disconnect();
    return longestMs;
  };
}
