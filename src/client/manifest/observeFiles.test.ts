import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';
import { isOfObserved, observeFiles } from './observeFiles';
import { openObserver, type ObserverAnswer } from './observer';
import type { ReadSoFar } from './seenSoFar';

const SAID: SaidSpan[] = [
  { service: 'web', kind: 'SERVER', id: 'a' },
  { service: 'web', kind: 'CLIENT', id: 'b', parent: 'a', attributes: { 'db.system': 'mysql', 'server.address': 'orders-db' } },
  { service: 'web', kind: 'CLIENT', id: 'c', parent: 'a', attributes: { 'server.address': '10.0.0.1' } },
];
const json = JSON.stringify(otlpDocument(SAID));
const file = (name: string, content: string | Buffer): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name);
const METRICS = 'traces_service_graph_request_total{client="web",server="orders-db",connection_type="database"} 3\n';
const FLOW = JSON.stringify({
  flow: { source: { workloads: [{ name: 'web' }] }, destination: { workloads: [{ name: 'orders-db' }] }, is_reply: false },
});
const JAEGER = {
  traceID: 't',
  spans: [
    {
      traceID: 't',
      spanID: 'a',
      processID: 'p',
      tags: Object.entries({ 'span.kind': 'client', 'db.system': 'mysql', 'server.address': 'orders-db' }).map(([key, value]) => ({
        key,
        value,
      })),
    },
  ],
  processes: { p: { serviceName: 'web' } },
};

it.each<[string, () => File, Pick<ReadSoFar, 'unit' | 'count'>]>([
  ['traces in JSON', () => file('a.json', json), { unit: 'span', count: 3 }],
  ['traces in JSON on many lines', () => file('a.json', JSON.stringify(otlpDocument(SAID), null, 2)), { unit: 'span', count: 3 }],
  ['traces in protobuf', () => file('a.pb', otlpProtobuf(SAID)), { unit: 'span', count: 3 }],
  ['packed traces', () => file('a.json.gz', gzipSync(json)), { unit: 'span', count: 3 }],
  ['traces of Jaeger', () => file('a.json', JSON.stringify({ data: [JAEGER] })), { unit: 'span', count: 1 }],
  ['metrics', () => file('metrics.txt', METRICS), { unit: 'series', count: 1 }],
  ['packed metrics', () => file('metrics.gz', gzipSync(`# TYPE up gauge\n${METRICS}`)), { unit: 'series', count: 1 }],
  [
    'an answer of Prometheus',
    () =>
      file(
        'query.json',
        JSON.stringify({
          status: 'success',
          data: {
            resultType: 'vector',
            result: [{ metric: { __name__: 'traces_service_graph_request_total', client: 'web', server: 'orders-db' }, value: [0, '3'] }],
          },
        }),
      ),
    { unit: 'series', count: 1 },
  ],
  ['flows', () => file('flows.json', FLOW), { unit: 'flow', count: 1 }],
])('%s become what was seen, with counts while they are read', async (_, made, read) => {
  const told: ReadSoFar[] = [];
  expect(await isOfObserved(made())).toBe(true);
  const { unit, nodes, edges } = await observeFiles([made()], (soFar) => told.push(soFar));
  expect([unit, nodes.map(({ name }) => name).sort(), edges.length, told.at(-1)]).toEqual([
    read.unit,
    ['orders-db', 'web'],
    1,
    { ...read, services: nodes.filter(({ isService }) => isService).length, dependencies: 1 },
  ]);
});

it('what is in a large file is counted while it is read', async () => {
  const CHUNK = 1_000;
  const many = Array.from({ length: 40 }, (_, at): SaidSpan[] => [
    { service: `caller-${at}`, kind: 'SERVER', id: `w${at}` },
    { service: `caller-${at}`, kind: 'CLIENT', id: `c${at}`, parent: `w${at}`, attributes: { 'server.address': `host-${at}` } },
  ]);
  const text = many.map((spans) => JSON.stringify(otlpDocument(spans))).join('\n');
  const inChunks = file('a.json', text);
  const bytes = new TextEncoder().encode(text);
  inChunks.stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += CHUNK) controller.enqueue(bytes.slice(at, at + CHUNK));
        controller.close();
      },
    });
  const told: ReadSoFar[] = [];
  const { nodes, edges } = await observeFiles([inChunks], (soFar) => told.push(soFar));
  const [services, dependencies] = [nodes.filter(({ isService }) => isService).length, edges.length];
  const seen = [...new Set(told.map((one) => `${one.services} ${one.dependencies}`))].map((one) => one.split(' ').map(Number));
  expect([services, dependencies, told.at(-1)?.count]).toEqual([40, 40, 80]);
  expect(seen.length).toBeGreaterThan(4);
  // More and more, and never more than there are.
  expect(seen).toEqual([...seen].sort(([one = 0], [other = 0]) => one - other));
  expect(seen.filter(([one = 0, other = 0]) => one > services || other > dependencies)).toEqual([]);
});

it('the worker tells what it saw, then makes a manifest with what the person answered', async () => {
  const sent: ObserverAnswer[] = [];
  const ask = openObserver((answer) => sent.push(answer));
  await ask({ files: [file('a.json', json)] });
  expect(sent.at(-1)).toMatchObject({
    seen: {
      services: [{ technicalName: 'web', isCalledFromOutside: true }],
      ...{ components: 2, dependencies: 1, modes: { measured: 0, assumed: 1 } },
      left: ['1 call to an IP address, which names no component (web)'],
    },
  });
  await ask({ answers: [{ service: 'web', activity: 'Buy', perHour: 10 }] });
  const text = (sent.at(-1) as { text: string }).text;
  expect(text).toMatch(/^# left out: 1 call to an IP address/);
  expect(readManifestText(text, 'yaml')).toMatchObject({
    issues: [],
    manifest: { dependencies: [{ source: 'web', target: 'orders-db' }], segments: [{ annualRevenue: 87_600 }] },
  });
  await ask({ files: [file('a.json', '{"resourceSpans":[]}')] });
  expect(sent.at(-1)).toEqual({ problem: 'there is no span in this' });
});

it.each([
  ['compose.yaml', 'services: {}\n'],
  ['landscape.yaml', 'version: 1\nname: shop\n'],
  ['landscape.json', '{"version":1}'],
  ['empty', ''],
])('%s is not taken for any of them', async (name, content) => {
  expect(await isOfObserved(file(name, content))).toBe(false);
});

it('what cannot be read says so', async () => {
  const observe = (...files: File[]) => observeFiles(files, () => undefined);
  await expect(observe(file('a.gz', Buffer.from([0x1f, 0x8b, 1])))).rejects.toThrow('a.gz is damaged');
  await expect(observe(file('a.gz', gzipSync(json).subarray(0, -20)))).rejects.toThrow('a.gz is damaged');
  await expect(observe(file('bomb.gz', gzipSync(Buffer.concat([otlpProtobuf(SAID), Buffer.alloc(66 * 1_048_576)]))))).rejects.toThrow(
    'bomb.gz unpacks to more than 64 MiB',
  );
  await expect(observe(file('a.pb', 'hello'))).rejects.toThrow('a.pb holds neither traces');
  await expect(observe(file('a.json', JSON.stringify({ data: [JAEGER] }).slice(0, -9)))).rejects.toThrow('a.json is damaged');
  await expect(observe(file('a.json', json), file('b.txt', METRICS))).rejects.toThrow('of different sorts');
});
