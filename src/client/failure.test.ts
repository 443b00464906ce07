import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { explain, failureOf, sentenceOn } from './failure';
import { ForeignAnswer } from './foreignAnswer';

it.each([
  ['is taken', 'Technical name is taken.'],
  ['must start with https://', 'Technical name must start with https://.'],
  ['Technical name is needed.', 'Technical name is needed.'],
])('the message "%s" about a field is shown as "%s"', (message, sentence) => {
  expect(sentenceOn('Technical name', message)).toBe(sentence);
});

describe('the text for an answer that did not come from the service', () => {
  it.each([
    [429, 20, 'rate_limited', 'Too many requests in a short time. Try again in 20 seconds.'],
    [429, null, 'rate_limited', 'Too many requests in a short time. Try again in a moment.'],
    [413, null, 'payload_too_large', 'This is too large to send at once. Send it in smaller parts.'],
    [502, null, 'unavailable', 'The server is not available at the moment (status 502). Try again in a moment.'],
    [503, 1, 'unavailable', 'The server is not available at the moment (status 503). Try again in a second.'],
    [
      200,
      null,
      'unavailable',
      'Something else on the network answered instead of the server (status 200). Check whether your network asks you to sign in, then try again.',
    ],
  ] as const)('status %i, to be tried again after %s', (status, seconds, code, message) => {
    expect(failureOf(TRPCClientError.from(new ForeignAnswer(status, 'r-1', seconds)))).toEqual({
      code,
      message,
      requestId: 'r-1',
      issues: [],
      facts: {},
    });
  });
});

it('a missing answer is blamed on the connection', () => {
  expect(failureOf(TRPCClientError.from(new TypeError('Failed to fetch')))).toEqual({
    code: 'offline',
    message: 'The server cannot be reached. Check your connection and try again.',
    requestId: null,
    issues: [],
    facts: {},
  });
});

it('a text shows the request id only if the person is not at fault', () => {
  expect(explain(TRPCClientError.from(new ForeignAnswer(502, 'r-1', null)))).toBe(
    'The server is not available at the moment (status 502). Try again in a moment. Request r-1',
  );
  expect(explain(TRPCClientError.from(new ForeignAnswer(429, 'r-1', 5)))).toBe(
    'Too many requests in a short time. Try again in 5 seconds.',
  );
});
