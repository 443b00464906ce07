import { describe, expect, it } from 'vitest';
import { COLLECTED_MS, COUNTED_MS, MOST_MAILS_AT_ONCE, mailTurn, type RecentMail } from './mailLimit';

const MINUTE = 60_000;
const NOW = 100 * MINUTE;
const sent = (count: number): RecentMail[] => Array.from({ length: count }, (_one, index) => ({ id: `sent ${index}`, waitsUntil: null }));
const waits = (minutes: number): RecentMail => ({ id: 'waits', waitsUntil: NOW + minutes * MINUTE });
const later = { kind: 'later', at: NOW + COLLECTED_MS };

describe('what a person is told by mail', () => {
  it.each<[string, RecentMail[], object]>([
    ['is sent at once if there were none', [], { kind: 'now' }],
    ['is sent at once up to the limit', sent(MOST_MAILS_AT_ONCE - 1), { kind: 'now' }],
    ['waits after that', sent(MOST_MAILS_AT_ONCE), later],
    ['joins a mail that waits', [...sent(MOST_MAILS_AT_ONCE), waits(10)], { kind: 'joins', id: 'waits' }],
    ['joins a mail that waits even if others are an hour old by now', [waits(10)], { kind: 'joins', id: 'waits' }],
    ['waits anew if the mail that waits is about to be sent', [...sent(MOST_MAILS_AT_ONCE), waits(1)], later],
    ['waits anew if the mail that waits is overdue', [...sent(MOST_MAILS_AT_ONCE), waits(-1)], later],
  ])('%s', (_name, recent, expected) => {
    expect(mailTurn(recent, NOW)).toEqual(expected);
  });

  it('is never more than 14 mails within any hour, whatever happens', () => {
    const mails: { at: number; waitsUntil: number | null }[] = [];
    for (let now = 0; now < 5 * COUNTED_MS; now += 7_000) {
      const recent = mails
        .filter(({ at }) => at > now - COUNTED_MS)
        .map(({ at, waitsUntil }): RecentMail => ({
          id: String(at),
          waitsUntil: waitsUntil !== null && waitsUntil > now ? waitsUntil : null,
        }));
      const turn = mailTurn(recent, now);
      if (turn.kind !== 'joins') mails.push({ at: now, waitsUntil: turn.kind === 'later' ? turn.at : null });
    }
    const arrivals = mails.map(({ at, waitsUntil }) => waitsUntil ?? at);
    const within = arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + COUNTED_MS).length);
    expect(Math.max(...within)).toBeLessThanOrEqual(MOST_MAILS_AT_ONCE + COUNTED_MS / COLLECTED_MS);
  });
});
