/** Trace context as defined by the W3C Recommendation of 2021: https://www.w3.org/TR/trace-context/ */
import { expect, it } from 'vitest';
import { traceIdOf, traceparentFor } from './traceparent';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

it.each([
  ['a header of version 00', `00-${TRACE}-${PARENT}-01`, TRACE],
  ['one that is not sampled', `00-${TRACE}-${PARENT}-00`, TRACE],
  ['one with unknown flags', `00-${TRACE}-${PARENT}-ff`, TRACE],
  ['one with spaces around it', ` 00-${TRACE}-${PARENT}-01 `, TRACE],
  ['one of a later version', `cc-${TRACE}-${PARENT}-01`, TRACE],
  ['one of a later version with more fields', `cc-${TRACE}-${PARENT}-01-what-the-future-will-be-like`, TRACE],
  ['one of version 00 with more fields', `00-${TRACE}-${PARENT}-01-more`, null],
  ['one of a later version without a separator', `cc-${TRACE}-${PARENT}-01.more`, null],
  ['version ff', `ff-${TRACE}-${PARENT}-01`, null],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`, null],
  ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`, null],
  ['capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`, null],
  ['a short trace id', `00-${TRACE.slice(1)}-${PARENT}-01`, null],
  ['no flags', `00-${TRACE}-${PARENT}`, null],
  ['two of them', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`, null],
  ['a line break', `00-${TRACE}-${PARENT}-01\n{"level":"fatal"}`, null],
  ['something huge', `cc-${TRACE}-${PARENT}-01`.repeat(10_000), null],
  ['an empty one', '', null],
  ['none', null, null],
])('%s', (_name, header, traceId) => {
  expect(traceIdOf(header)).toBe(traceId);
});

it('requests for one cause belong to one trace, each with its own span', () => {
  const [one, other] = [traceparentFor('3F2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44'), traceparentFor('3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44')];
  expect([traceIdOf(one), traceIdOf(other)]).toEqual(Array.from({ length: 2 }, () => '3f2b8a526c1e4f0a9a530d6f8e1c7b44'));
  expect(one).not.toBe(other);
});
