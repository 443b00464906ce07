/** Whether the database refuses to write at the moment, although it answers: its disk is full, it is out of memory, or it is read-only. Reads go on meanwhile. */
import { processState } from '@/server/processState';

/** A process that does not write cannot learn that writing works again, so a refusal counts no longer than this. */
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

/** A transaction that may write was committed. One that happens to change nothing counts too, so a refusal can be forgotten too early. */
export function noteWrite(): void {
  last().reason = null;
}

/** Why the database refused the last change of this process, in a sentence; null if it did not, or that is more than a minute ago. */
export function whyWritesAreRefused(): string | null {
  const { reason, at } = last();
  return performance.now() - at < COUNTS_FOR_MS ? reason : null;
}
