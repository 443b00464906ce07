import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { MetricFile } from './metricFile';
import { MetricLines, seriesInAnswer } from './readMetrics';

const NAME = 'traces_service_graph_request_total';

function read(text: string, chunkBytes = 1_000_000) {
  const bytes = new TextEncoder().encode(text);
  const lines = new MetricLines();
  for (let at = 0; at < bytes.length; at += chunkBytes) lines.push(bytes.subarray(at, at + chunkBytes));
  return { series: lines.end(), unread: lines.unread };
}

describe('text as exporters expose it', () => {
  const TEXT = `# HELP ${NAME} Requests
# TYPE ${NAME} counter
${NAME}{client="web", server="a \\"b\\" \\\\ {c}",connection_type=""} 1.5e3 1700000000000
${NAME}{client="web",server="ü"} 7
up 1
go_info{version="go1"} NaN
# EOF
`;

  it('gives the series that say what calls what, in chunks of any size', () => {
    const expected = [
      { name: NAME, labels: { client: 'web', server: 'a "b" \\ {c}', connection_type: '' }, value: 1_500 },
      { name: NAME, labels: { client: 'web', server: 'ü' }, value: 7 },
    ];
    for (const chunkBytes of [1, 10, 1_000]) expect(read(TEXT, chunkBytes)).toEqual({ series: expected, unread: 0 });
  });

  it('that is something else is refused, and single lines of it are counted', () => {
    expect(read('version: 1\nname: shop\n')).toEqual({ series: null, unread: 2 });
    expect(read(`${NAME}{client="a"\nup 1\n`)).toEqual({ series: [], unread: 1 });
    expect(read(`up{a="${'x'.repeat(70_000)}"} 1\nup 1\n`)).toEqual({ series: [], unread: 1 });
  });

  it('of any sort gets an answer', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(200), fc.string({ maxLength: 3 }), (noise, place, part) => {
        expect(() => read(noise)).not.toThrow();
        expect(() => read(TEXT.slice(0, place) + part + TEXT.slice(place))).not.toThrow();
      }),
      randomRuns(300),
    );
  });
});

describe('answers of Prometheus', () => {
  const metric = { __name__: NAME, client: 'web', server: 'stock' };

  it.each<[string, unknown, number]>([
    ['of one moment', { data: { resultType: 'vector', result: [{ metric, value: [0, '12.5'] }] } }, 12.5],
    [
      'over a range, with a counter that began again',
      {
        data: {
          result: [
            {
              metric,
              values: [
                [0, '5'],
                [1, '9'],
                [2, '2'],
              ],
            },
          ],
        },
      },
      6,
    ],
    ['with a list of series', { status: 'success', data: [metric] }, 1],
  ])('%s become series', (_, answer, value) => {
    expect(seriesInAnswer(answer)).toEqual([{ name: NAME, labels: metric, value }]);
  });

  it('to a function do not repeat the name', () => {
    const { __name__, ...labels } = metric;
    const answer = { data: { result: [{ metric: labels, value: [0, '1'] }] } };
    expect([seriesInAnswer(answer), seriesInAnswer(answer, __name__)]).toEqual([[], [{ name: NAME, labels, value: 1 }]]);
  });

  it('of any shape get an answer', () => {
    expect([seriesInAnswer(null), seriesInAnswer({ data: 7 }), seriesInAnswer([])]).toEqual([null, null, null]);
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (result, one) => {
        expect(() => seriesInAnswer({ data: { result } })).not.toThrow();
        expect(() => seriesInAnswer({ data: [{ __name__: NAME, values: result, value: one }] })).not.toThrow();
      }),
      randomRuns(300),
    );
  });
});

it.each([
  ['{"data":{"result":[{"metric":{"__name__":"topology_edge"},"value":[0,"1"]}]}}', 1],
  ['topology_edge{a="b"} 1\n', 1],
  ['', 0],
  ['{"data":', null],
  ['name: shop\n', null],
])('a file of %j has as many series: %j', (text, count) => {
  const file = new MetricFile();
  for (const byte of new TextEncoder().encode(text)) file.push(Uint8Array.of(byte));
  expect(file.end()?.length ?? null).toBe(count);
});
