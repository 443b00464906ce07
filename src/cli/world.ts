/** Everything outside the process that a command may touch, so that tests can replace it. */
import { setTimeout as delay } from 'node:timers/promises';
import { openPage } from './openPage';

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

export interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean | undefined };
  stdout: Output;
  stderr: Output;
  fetch: typeof fetch;
  /** Opens a page in the person's browser; false if none could be started. */
  openPage(url: string): Promise<boolean>;
  /** Rejects as soon as the person presses Ctrl-C. */
  sleep(milliseconds: number): Promise<void>;
  now(): number;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export function realWorld(signal: AbortSignal): World {
  return {
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    fetch: (input, init) => fetch(input, init),
    openPage: (url) => openPage(url, process.env),
    sleep: (milliseconds) => delay(milliseconds, undefined, { signal }),
    now: () => performance.now(),
    signal,
  };
}
