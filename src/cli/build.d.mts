/** Types of build.mjs for the TypeScript side. */

export const ROOT: string;
export const BUNDLE: string;

/** Answers the files that the bundle is made of. */
export function buildCli(outfile?: string): Promise<string[]>;
