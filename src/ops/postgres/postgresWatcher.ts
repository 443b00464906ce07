/** Ends the embedded PostgreSQL when the process that started it is gone, however that ended. */
import { spawn } from 'node:child_process';

/**
 * Waits for the end of its input, which comes when the process at the other end of the pipe is gone. Then asks the server to stop, and after
 * some seconds insists. It never touches another process: the pid must still be that of the data directory.
 */
const WATCH = `cat > /dev/null
is_ours() { [ "$(head -n 1 "$2/postmaster.pid" 2> /dev/null)" = "$1" ]; }
for sent in INT INT INT INT QUIT QUIT QUIT KILL; do
  is_ours "$1" "$2" || exit 0
  kill -"$sent" "$1" 2> /dev/null || exit 0
  sleep 1
done`;

/** Returns how to end the watch, once the server has stopped. On Windows nothing watches. */
export function endWithThisProcess(pid: number, data: string): () => void {
  if (process.platform === 'win32') return () => undefined;
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'faultline-watcher', String(pid), data], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a group of its own, so that what ends this process leaves it.
    detached: true,
  });
  // Without a shell, the next start ends what is left.
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  return () => void watcher.kill('SIGKILL');
}
