/** Traces in Jaeger's own form say what the same ones in OTLP say, and keep no more. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { observeSpans } from '@/domain/observe/fromSpans';
import type { Span } from '@/domain/observe/span';
import { randomRuns } from '@/test/randomRuns';
import { tableOf } from '@/test/spans';
import { readJaegerTraces } from './jaegerTraces';

const tag = (key: string, value: unknown) => ({ key, type: typeof value, value });
const ANSWER = {
  data: [
    {
      traceID: 't',
      spans: [
        {
          traceID: 't',
          spanID: 'a',
          operationName: 'GET /',
          processID: 'p1',
          tags: [tag('span.kind', 'server')],
          startTime: 1_000,
          duration: 500,
        },
        {
          ...{ traceID: 't', spanID: 'b', operationName: 'GET', processID: 'p1', startTime: 1_000, duration: 9_000 },
          references: [
            { refType: 'FOLLOWS_FROM', spanID: 'x' },
            { refType: 'CHILD_OF', traceID: 't', spanID: 'a' },
          ],
          tags: [
            tag('span.kind', 'client'),
            tag('error', true),
            tag('http.url', 'https://u:secret@stock/v?secret=1'),
            tag('cookie', 'secret'),
          ],
        },
        {
          ...{ traceID: 't', spanID: 'c', operationName: 'GET /v', processID: 'p2', references: [{ refType: 'CHILD_OF', spanID: 'b' }] },
          tags: [tag('span.kind', 'server'), tag('http.status_code', 503)],
        },
      ],
      processes: {
        p1: { serviceName: 'web', tags: [tag('service.owner', 'Desk'), tag('password', 'secret')] },
        p2: { serviceName: 'stock' },
      },
    },
  ],
};

function read(answer: unknown): Span[] {
  const spans: Span[] = [];
  readJaegerTraces(answer, (span) => spans.push(span), ['service.owner']);
  return spans;
}

it('spans of Jaeger become spans with their parents, kinds, ends and errors', () => {
  const spans = read(ANSWER);
  expect(spans.map(({ kind, parentId, isError, endMs }) => [kind, parentId, isError, endMs])).toEqual([
    ['SERVER', null, false, 1.5],
    ['CLIENT', 't a', true, 10],
    ['SERVER', 't b', false, Number.NaN],
  ]);
  const { edges, nodes } = observeSpans(tableOf(spans), { owner: 'service.owner' });
  expect(edges).toMatchObject([{ source: 'service /web', target: 'service /stock', failed: 1, isEncrypted: true }]);
  expect(nodes.map(({ name, owner }) => [name, owner])).toEqual([
    ['stock', null],
    ['web', 'Desk'],
  ]);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

it('answers of any shape get an answer', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (spans, processes) => {
      expect(() => read({ data: [{ spans, processes }, spans] })).not.toThrow();
    }),
    randomRuns(200),
  );
});
