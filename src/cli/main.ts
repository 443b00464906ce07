/** Starts `faultline` with the real world, Ctrl-C handling, and an early end if nobody reads the output any more. */
import { runFaultline } from './program';
import { realWorld } from './world';

const interruption = new AbortController();
// Only once: a second Ctrl-C ends the process at once.
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `faultline … | head`: the reader of the output is gone, which is no error.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });

runFaultline(process.argv.slice(2), realWorld(interruption.signal)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`faultline: unexpected error\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
