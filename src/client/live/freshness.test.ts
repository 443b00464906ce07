import { describe, expect, test } from 'vitest';
import { freshnessOf } from './freshness';

describe('whether a page is current', () => {
  test.each([
    ['the feed lives and the last reading went well, however long ago', 'live', 0, false, { kind: 'live' }],
    ['the feed lives but the answer could not be read again', 'live', 90_000, true, { kind: 'stale', since: 90_000 }],
    ['no feed, read a moment ago', 'lost', 80_000, false, { kind: 'polled' }],
    ['no feed, and polls do not come through', 'lost', 74_999, false, { kind: 'stale', since: 74_999 }],
    ['no feed, and the last poll failed', 'lost', 95_000, true, { kind: 'stale', since: 95_000 }],
    ['the feed is not there yet, just read', 'connecting', 99_000, false, { kind: 'polled' }],
  ] as const)('%s', (_case, status, dataUpdatedAt, isError, expected) => {
    expect(freshnessOf(status, { dataUpdatedAt, isError }, 100_000)).toEqual(expected);
  });
});
