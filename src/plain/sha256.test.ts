/** The digest agrees with the platform's, whatever the length of the text. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from './sha256';

it.each(['', 'abc', 'Bestellung für 5 €', ...[55, 56, 63, 64, 65, 119, 120, 1_000].map((length) => 'é'.repeat(1) + 'x'.repeat(length))])(
  'of %s is that of the platform',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);
