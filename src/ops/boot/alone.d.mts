/** Types of alone.mjs for the TypeScript side. */

/** Runs `work` while no other process does, and passes on its result or error. `onWait` gets the pid of whoever is waited for. */
export function alone<Result>(path: string, work: () => Promise<Result>, onWait: (pid: number) => void): Promise<Result>;
