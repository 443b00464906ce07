/** Starts the process that sends the load, so that what it costs is not counted as the server's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadOrder, LoadResult } from './protocol';

export interface Sender {
  send(order: LoadOrder): Promise<LoadResult>;
  stop(): void;
}

export async function startSender(): Promise<Sender> {
  const child = fork(join('src', 'lab', 'load', 'sender.ts'), { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return {
    send: async (order) => {
      const answer = once(child, 'message');
      child.send(order);
      const [{ result, error }] = (await answer) as [{ result?: LoadResult; error?: string }];
      if (result === undefined) throw new Error(error);
      return result;
    },
    stop: () => child.kill(),
  };
}
