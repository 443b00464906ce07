/** A Unix socket as a sign of life: whoever listens on it lives, however slow, stopped or frozen it is, and whatever namespaces it is in. */
import { closeSync, openSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';

/** Longer paths are cut silently, so these are reached from their directory. */
const LONGEST_PATH_BYTES = 100;

/** Calls `use` with a short name for the path. What it does with the name must happen before it returns. */
function byShortName<T>(path: string, use: (name: string) => T): T {
  if (Buffer.byteLength(path) <= LONGEST_PATH_BYTES) return use(path);
  if (process.platform === 'linux') {
    const directory = openSync(dirname(path), 'r');
    try {
      return use(`/proc/self/fd/${directory}/${basename(path)}`);
    } finally {
      closeSync(directory);
    }
  }
  const before = process.cwd();
  process.chdir(dirname(path));
  try {
    return use(basename(path));
  } finally {
    process.chdir(before);
  }
}

/** Listens on a new socket at `path`. Throws if the file system has no sockets. */
export function listenOn(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Whoever asks only wants to know that somebody listens.
    const server = createServer((asker: Socket) => asker.destroy());
    server.once('error', reject);
    byShortName(path, (name) => server.listen({ path: name }, () => resolve(server)));
    server.unref();
  });
}

/** `living`: somebody listens. `refused`: nobody of this host does. `missing`: there is no such file. */
export type SocketState = 'living' | 'refused' | 'missing';

const ANSWER_MS = 2_000;

/** Connects to the socket. A holder that takes no more connections lives. */
export function askSocket(path: string): Promise<SocketState> {
  return new Promise((resolve) => {
    const asker = byShortName(path, (name) => connect({ path: name }));
    const settle = (state: SocketState): void => {
      clearTimeout(timer);
      asker.destroy();
      resolve(state);
    };
    const timer = setTimeout(() => settle('living'), ANSWER_MS);
    asker.once('connect', () => settle('living'));
    asker.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT') settle('missing');
      else settle(code === 'ECONNREFUSED' || code === 'ENOTSOCK' ? 'refused' : 'living');
    });
  });
}
