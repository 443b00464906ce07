/** Says what a landscape does not record, and what to link so that it does. */
import { capitalised } from '@/plain/capitalised';
import type { RecordedPart } from './graph/questions/notRecorded';

/** What to do about each, as the end of a sentence that begins with "Not recorded". */
const RECORDING_HINTS: Readonly<Record<RecordedPart, string>> = {
  capabilities: 'link the applications to the capabilities that they support',
  audiences: 'link segments to the capabilities',
  revenue: 'give segments an annual revenue and each of their capabilities a share',
};

/** What to record first, because without capabilities nobody can be linked to anything. */
export function firstToRecord(notRecorded: readonly RecordedPart[]): RecordedPart | undefined {
  return (['capabilities', 'audiences', 'revenue'] as const).find((part) => notRecorded.includes(part));
}

/** What to link first. */
export function recordingHint(notRecorded: readonly RecordedPart[]): string | null {
  const first = firstToRecord(notRecorded);
  return first === undefined ? null : RECORDING_HINTS[first];
}

/** The same as a sentence of its own; empty if everything is recorded. */
export function recordingWords(notRecorded: readonly RecordedPart[]): string {
  return capitalised(recordingHint(notRecorded) ?? '');
}
