import { describe, expect, test } from 'vitest';
import { freshnessOf } from './freshness';

describe('whether a page is current', () => {
  test.each([
    ['the feed is live and the last request succeeded, however long ago', 'live', 0, false, { kind: 'live' }],
    ['the feed is live but the data could not be reloaded', 'live', 90_000, true, { kind: 'stale', since: 90_000 }],
    ['no feed, loaded a moment ago', 'lost', 80_000, false, { kind: 'polled' }],
    ['no feed, and polls get no answer', 'lost', 74_999, false, { kind: 'stale', since: 74_999 }],
    ['no feed, and the last poll failed', 'lost', 95_000, true, { kind: 'stale', since: 95_000 }],
    ['no feed yet, just loaded', 'connecting', 99_000, false, { kind: 'polled' }],
  ] as const)('%s', (_case, status, dataUpdatedAt, isError, expected) => {
    expect(freshnessOf(status, { dataUpdatedAt, isError }, 100_000)).toEqual(expected);
  });
});
