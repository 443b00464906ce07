/** Types of alone.mjs for the TypeScript side. */

/** Runs `work` while no other process does, and passes on its result or error. `onWait` gets the pid of whoever is waited for. */
export function alone<Result>(path: string, work: () => Promise<Result>, onWait: (pid: number) => void): Promise<Result>;

/** Whether the lock file was written with this content: it was not there yet. */
export function take(path: string, own: string, mode?: number): boolean;

/** Removes the lock file if it still has this content, or cannot be read. */
export function remove(path: string, held: string | null): void;

export function readOrNull(path: string): string | null;
