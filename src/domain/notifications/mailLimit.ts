/** How many mails a person gets: some within an hour at once, and what happens after them together, a few times an hour. Pure. */

/** Mails within an hour that are sent at once. */
export const MOST_MAILS_AT_ONCE = 10;
export const COUNTED_MS = 3_600_000;
/** How long what happens is collected after that. */
export const COLLECTED_MS = 15 * 60_000;
/** A mail that is due this soon is left alone, because a sender may take it while it is being added to. */
const TOO_LATE_MS = 60_000;

/** A mail of the last hour; times in milliseconds since 1970. */
export interface RecentMail {
  id: string;
  /** When it will be sent; null if it is not waiting for that. */
  waitsUntil: number | null;
}

export type MailTurn = { kind: 'now' } | { kind: 'joins'; id: string } | { kind: 'later'; at: number };

/** What to do with something to tell a person who got the mails in `recent`. Nothing overtakes a mail that waits. */
export function mailTurn(recent: readonly RecentMail[], now: number): MailTurn {
  const open = recent.find(({ waitsUntil }) => waitsUntil !== null && waitsUntil - TOO_LATE_MS > now);
  if (open !== undefined) return { kind: 'joins', id: open.id };
  return recent.length < MOST_MAILS_AT_ONCE ? { kind: 'now' } : { kind: 'later', at: now + COLLECTED_MS };
}
