/** Much work on a canvas, one step a frame, so that nothing else has to wait for all of it. */

/** Does the first step at once and each further one a frame later. Answers how to stop. */
export function inSlices(steps: readonly (() => void)[], run: (step: () => void) => void): () => void {
  let frame = 0;
  const from = (at: number): void => {
    const step = steps[at];
    if (step === undefined) return;
    run(step);
    if (at + 1 < steps.length) frame = requestAnimationFrame(() => from(at + 1));
  };
  from(0);
  return () => cancelAnimationFrame(frame);
}
