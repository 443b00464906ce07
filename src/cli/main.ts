/** Where `faultline` starts: the real world, Ctrl-C, and a reader that has seen enough. */
import { runFaultline } from './program';
import { realWorld } from './world';

const interruption = new AbortController();
// Once: a second Ctrl-C ends the process whatever it is doing.
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `faultline … | head`: whoever read the output is gone, and that is no mistake.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });
}

runFaultline(process.argv.slice(2), realWorld(interruption.signal)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(
      `faultline: something that it did not foresee\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  },
);
