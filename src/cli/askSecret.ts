/** Reads a secret: from a terminal without showing it, otherwise all of stdin. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Session } from './session';

/** Without surrounding white space. */
export async function askSecret({ terminal, world }: Session, question: string): Promise<string> {
  if (!terminal.canAsk) {
    let text = '';
    for await (const part of world.stdin) text += String(part);
    return text.trim();
  }
  world.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const dialogue = createInterface({ input: world.stdin, output: nowhere, terminal: true });
  try {
    return (await dialogue.question('', { signal: world.signal })).trim();
  } finally {
    dialogue.close();
    world.stderr.write('\n');
  }
}

/** Reads a line that may be shown: the terminal itself shows what is typed. */
export async function askLine({ world }: Session, question: string): Promise<string> {
  world.stderr.write(question);
  const dialogue = createInterface({ input: world.stdin });
  try {
    return (await dialogue.question('', { signal: world.signal })).trim();
  } finally {
    dialogue.close();
  }
}
