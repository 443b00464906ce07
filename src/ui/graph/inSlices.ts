/** Much work on a canvas, one step a frame, so that nothing else has to wait for all of it. */

/** One step for each so many of them, in their order. */
export function stepsOf<Item>(items: readonly Item[], atOnce: number, act: (item: Item) => void): (() => void)[] {
  return Array.from(
    { length: Math.ceil(items.length / atOnce) },
    (_, at) => () => items.slice(at * atOnce, (at + 1) * atOnce).forEach(act),
  );
}

/** Does the first step at once and each further one a frame later, or as soon as it may. Answers how to stop. */
export function inSlices(steps: readonly (() => void)[], run: (step: () => void) => void, mayGoOn: () => boolean = () => true): () => void {
  let frame = 0;
  const from = (at: number): void => {
    const step = steps[at];
    if (step === undefined) return;
    const isNow = at === 0 || mayGoOn();
    if (isNow) run(step);
    const next = isNow ? at + 1 : at;
    if (next < steps.length) frame = requestAnimationFrame(() => from(next));
  };
  from(0);
  return () => cancelAnimationFrame(frame);
}
