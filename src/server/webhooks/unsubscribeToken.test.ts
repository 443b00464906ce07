import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribeToken';

describe('the token in an unsubscribe link', () => {
  it('names one subscription, and needs no escaping in an address', () => {
    const [tenantId, subscriptionId] = [randomUUID(), randomUUID()];
    const token = unsubscribeToken(tenantId, subscriptionId);
    expect(token).toMatch(/^[\w-]{67}$/);
    expect(readUnsubscribeToken(token)).toEqual({ tenantId, subscriptionId });
  });

  it('is refused if any part of it was altered', () => {
    const token = unsubscribeToken(randomUUID(), randomUUID());
    // The last character holds bits that no byte uses, so it is left as it is.
    for (let at = 0; at < token.length - 1; at += 1) {
      const altered = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(readUnsubscribeToken(altered)).toBeNull();
    }
  });

  it.each(['', 'x', '%', 'A'.repeat(67)])('is refused when it is %j', (token) => {
    expect(readUnsubscribeToken(token)).toBeNull();
  });
});
