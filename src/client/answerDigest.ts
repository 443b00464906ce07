/** The digest of an answer: two prints or shared views with the same digest say the same. Pure. */
import type { Incident } from '@/contract/incidents';
import { canonicalJson } from '@/domain/canonicalJson';
import { sha256 } from '@/plain/sha256';

/** As many hexadecimal digits as people compare by eye. */
const SHOWN_DIGITS = 16;

/**
 * The first digits of the SHA-256 of the answer as JSON with sorted keys, in groups of four. The landscape version stays out: a change elsewhere
 * does not change what the answer says.
 */
export function answerDigest(answer: object): string {
  const { landscapeVersion: _landscapeVersion, ...said } = answer as { landscapeVersion?: unknown };
  return (sha256(canonicalJson(said)).slice(0, SHOWN_DIGITS).match(/.{4}/g) ?? []).join(' ');
}

/** What an incident says: not who has it open, what people wrote, nor what grows with each second. */
export function incidentDigest({
  number,
  state,
  severity,
  causeId,
  symptomHistory,
  counts,
  exposure,
  startedAt,
  endedAt,
}: Incident): string {
  return answerDigest({ number, state, severity, causeId, symptomHistory, counts, exposure, startedAt, endedAt });
}
