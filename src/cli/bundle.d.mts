/** Types of bundle.mjs for the TypeScript side. */

/** Answers the files that the bundle is made of. */
export function buildCli(root: string, outfile?: string): Promise<string[]>;
/** Brings dist/faultline.mjs up to date. Throws where the packages that this takes are not installed. */
export function ensureCli(root: string): Promise<void>;
