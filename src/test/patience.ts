/** How long a test waits for what it expects to happen. A guard against what hangs, no measure: a busy machine stands still for seconds. */
export const PATIENT = { timeout: 60_000, interval: 50 };
