/** Types of progress.mjs for the TypeScript side. */

export function say(line: string): void;

export class StepFailed extends Error {}

/** Seconds that it took. Throws StepFailed with what the program said. */
export function runQuietly(
  title: string,
  program: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<number>;
