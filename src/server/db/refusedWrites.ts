/** Whether the database refuses to write at the moment, although it answers: its disk is full, it is out of memory, or it is read-only. Reads go on meanwhile. */
import { AppError } from '@/domain/errors';
import { processState } from '@/server/processState';

/** A change that the database refused, although it answers. */
export class WritesRefused extends AppError {
  constructor(reason: string) {
    super('unavailable', `${reason} Until that is over, nothing can be changed; what was accepted before is kept. Try again later.`, {
      retryAfterSeconds: 30,
    });
  }
}

/** On a full disk, small changes succeed between refused ones, so none of them ends a refusal: it counts for this long. */
const COUNTS_FOR_MS = 60_000;

const REASONS: Readonly<Record<string, string>> = {
  '53100': 'The disk of the database is full.',
  '53200': 'The database is out of memory.',
  '25006': 'The database is read-only.',
};
export const READ_ONLY = '25006';

interface Refusal {
  reason: string | null;
  at: number;
}

function last(): Refusal {
  return processState<Refusal>('refusedWrites', () => ({ reason: null, at: 0 }));
}

/** The reason behind a SQLSTATE, which is remembered; null if it says nothing of the kind. */
export function noteRefusedWrite(sqlState: string): string | null {
  const reason = REASONS[sqlState] ?? null;
  if (reason !== null) Object.assign(last(), { reason, at: performance.now() });
  return reason;
}

/** The database says that it is not read-only, or no longer. */
export function noteWritable(): void {
  if (last().reason === REASONS[READ_ONLY]) last().reason = null;
}

/** Why the database refused a change of this process within the last minute, in a sentence; null if it did not. */
export function whyWritesAreRefused(): string | null {
  const { reason, at } = last();
  return performance.now() - at < COUNTS_FOR_MS ? reason : null;
}
