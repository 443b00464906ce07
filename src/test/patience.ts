/** How long a test waits for what it expects to happen. It guards against what hangs and measures nothing: a busy machine can stand still for seconds. */
export const PATIENT = { timeout: 60_000, interval: 50 };
