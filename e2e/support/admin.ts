/** Runs `npm run admin` for journeys: one process for all commands of a test worker, because starting one costs more than most commands. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

interface Administrator {
  words: Socket;
  said: Socket;
  answers: AsyncIterator<string>;
  /** Settles once no command is running. */
  isFree: Promise<unknown>;
}

const administrators = new Map<string, Administrator>();

/** Ends with this process, and does not keep it alive. */
function startAdministrator(dataDirectory: string): Administrator {
  const env = { ...process.env, FAULTLINE_DATA: dataDirectory, LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['--import', 'tsx', join('e2e', 'support', 'administrator.ts')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.unref();
  const [words, said] = [child.stdin, child.stdout] as unknown as [Socket, Socket];
  for (const stream of [words, said]) stream.unref();
  return { words, said, answers: createInterface({ input: said })[Symbol.asyncIterator](), isFree: Promise.resolve() };
}

/** Runs one command on the server that uses `dataDirectory`. Throws with the command's own words if it is refused. */
export async function admin(dataDirectory: string, words: readonly string[]): Promise<Record<string, string>> {
  const administrator = administrators.get(dataDirectory) ?? startAdministrator(dataDirectory);
  administrators.set(dataDirectory, administrator);
  const asked = administrator.isFree.then(async () => {
    administrator.said.ref();
    administrator.words.write(`${JSON.stringify(words)}\n`);
    const { value, done } = await administrator.answers.next();
    administrator.said.unref();
    if (done === true) throw new Error('The administrator has ended.');
    return JSON.parse(value) as { document: Record<string, string> } | { error: string };
  });
  administrator.isFree = asked.catch(() => undefined);
  const answer = await asked;
  if ('error' in answer) throw new Error(answer.error);
  return answer.document;
}
