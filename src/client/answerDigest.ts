/** The digest of an answer: two prints or shared views with the same digest say the same. Pure. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Incident } from '@/contract/incidents';
import type { SharedAnswer } from '@/contract/shareLinks';
import { canonicalJson } from '@/domain/canonicalJson';

/** As many hexadecimal digits as people compare by eye. */
const SHOWN_DIGITS = 16;

/**
 * The first digits of the SHA-256 of the answer as JSON with sorted keys, in groups of four. The landscape version stays out: a change elsewhere
 * does not change what the answer says. Browsers offer SHA-256 only to pages that are served with TLS.
 */
export function answerDigest(answer: object): string {
  const { landscapeVersion: _landscapeVersion, ...said } = answer as { landscapeVersion?: unknown };
  return (
    bytesToHex(sha256(utf8ToBytes(canonicalJson(said))))
      .slice(0, SHOWN_DIGITS)
      .match(/.{4}/g) ?? []
  ).join(' ');
}

type Shared<Page extends SharedAnswer['page']> = Extract<SharedAnswer, { page: Page }>;

/** What the picture of a landscape says, with its colours. */
export function landscapeDigest({ picture, marks, differences }: Shared<'landscape'>): string {
  const { landscapeVersion: _picture, ...drawn } = picture;
  const { landscapeVersion: _marks, ...coloured } = marks ?? {};
  return answerDigest({ drawn, coloured, differences });
}

type Overview = Pick<Shared<'weak-points-overview'>, 'summary' | 'best'>;

/** What the weak points of all capabilities are, and not when that was worked out. */
export function overviewDigest({ summary, best }: Overview): string {
  const { items, worstComponents, undermined, currency } = summary;
  return answerDigest({ items, worstComponents, undermined, currency, fixes: best.fixes });
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
