/** Types of prepare.mjs for the TypeScript side. */

/** Where a packed installation says so, relative to its root. */
export const PACKED: string;

/** The bundle of `src/ops/commands/NAME.ts`, made where it is missing or stale. */
export function bundleCommand(name: string): Promise<string>;

/** What to do if the files of this installation belong to another user, in a sentence; null for any other error. */
export function wordsOfUnwritable(error: { code?: unknown; path?: unknown }): string | null;
