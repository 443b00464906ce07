/** Long work in steps: it pauses after each, so that whoever runs it can let others go first, or stop it. */

/** Each `yield` ends a step. Between two steps anything else may run, as long as it does not change what the work reads. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs `part` over all positions below `count`, at most `size` of them per step. */
export function* inStretches(count: number, size: number, part: (from: number, end: number) => void): Steps<void> {
  for (let from = 0; from < count; from += size) {
    if (from > 0) yield;
    part(from, Math.min(from + size, count));
  }
}
