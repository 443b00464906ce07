/** Asks a person before something is deleted. */
import { createInterface } from 'node:readline/promises';
import { Failure } from './failure';
import type { Session } from './session';

export interface ConfirmWords {
  /** The error if nobody can be asked. */
  refusal: string;
  hint: string;
  declined: string;
}

/** Throws Failure unless the person says yes. */
export async function confirm({ terminal, world }: Session, question: string, { refusal, hint, declined }: ConfirmWords): Promise<void> {
  if (!terminal.canAsk) throw new Failure(refusal, { code: 'needs_confirmation', hint });
  const dialogue = createInterface({ input: world.stdin, output: process.stderr });
  try {
    const answer = await dialogue.question(`${terminal.noteColours.red(question)} [y/N] `, { signal: world.signal });
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new Failure(declined, { code: 'declined' });
  } finally {
    dialogue.close();
  }
}
