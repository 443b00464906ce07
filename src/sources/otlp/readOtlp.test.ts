/** Every form of OTLP gives the same spans; nothing off the list is kept; and bad bytes get an answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observeSpans } from '@/domain/observe/fromSpans';
import { observedManifest } from '@/sources/observedManifest';
import { randomRuns } from '@/test/randomRuns';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';
import { readOtlp } from './readOtlp';

const SAID: SaidSpan[] = [
  { service: 'web', kind: 'SERVER', id: 'a', isError: true, resource: { 'k8s.namespace.name': 'shop' } },
  {
    service: 'web',
    kind: 'CLIENT',
    id: 'b',
    parent: 'a',
    attributes: { 'server.address': 'stock', 'url.full': 'https://u:secret@stock:8443/v?x=1' },
  },
  { service: 'stock', kind: 'SERVER', id: 'c', parent: 'b', name: 'GET /', attributes: { 'db.statement': 'SELECT secret FROM t' } },
];
function lengthOf(length: number): Buffer {
  const groups = [length & 127, (length >> 7) & 127, (length >> 14) & 127];
  const last = Math.max(
    0,
    groups.findLastIndex((group) => group !== 0),
  );
  return Buffer.from(groups.slice(0, last + 1).map((group, at) => (at < last ? group | 128 : group)));
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const document = JSON.stringify(otlpDocument(SAID));
const expected = readOtlp(bytes(document));

describe('traces', () => {
  it('are read with ids, parents, kinds and errors', () => {
    expect(
      expected?.spans.map(({ kind, isError, parentId, resource }) => [kind, isError, parentId !== null, resource['service.name']]),
    ).toEqual([
      ['SERVER', true, false, 'web'],
      ['CLIENT', false, true, 'web'],
      ['SERVER', false, true, 'stock'],
    ]);
  });

  it.each<[string, () => Uint8Array]>([
    ['a document on many lines', () => bytes(JSON.stringify(JSON.parse(document), null, 2))],
    ['a line for each batch', () => bytes(SAID.map((one) => JSON.stringify(otlpDocument([one]))).join('\n'))],
    ['protobuf', () => otlpProtobuf(SAID)],
    [
      'protobuf with lengths',
      () =>
        Buffer.concat(
          SAID.map((one) => {
            const message = otlpProtobuf([one]);
            const length = Buffer.alloc(4);
            length.writeUInt32BE(message.length);
            return Buffer.concat([length, message]);
          }),
        ),
    ],
  ])('are the same as %s', (_, made) => {
    expect(readOtlp(made())).toEqual(expected);
  });

  it('keep nothing that is not on the list: no statement, no query, no password, no other attribute', () => {
    const secrets = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`http.request.header.x-${at}`, `secret-${at}`]));
    const said = SAID.map((one) => ({
      ...one,
      attributes: { ...one.attributes, ...secrets, 'db.connection_string': 'redis://:password@host' },
    }));
    const read = readOtlp(bytes(JSON.stringify(otlpDocument(said))))!;
    const proposal = observedManifest(observeSpans(read.spans), { name: 'x', groupBy: 'service' });
    for (const text of [JSON.stringify(read), proposal.text, JSON.stringify(proposal.report), proposal.advice.join()])
      expect(text).not.toMatch(/secret|password|x=1|FROM t/);
    expect(readOtlp(otlpProtobuf(said))).toEqual(read);
  });

  it('that are cut off give what was whole, and say that something was not', () => {
    const lines = SAID.map((one) => JSON.stringify(otlpDocument([one]))).join('\n');
    expect(readOtlp(bytes(lines.slice(0, -20)))).toMatchObject({ spans: { length: 2 }, unread: 1 });
  });

  it.each([
    '',
    ' \n',
    '{}',
    '[]',
    'null',
    '{"resourceSpans":7}',
    '{"resourceSpans":[null,{"scopeSpans":[{"spans":[{"attributes":{}}]}]}]}',
  ])('of little: %j is read or refused, and never fails', (text) => {
    const read = readOtlp(bytes(text));
    expect(read === null || read.spans.every(({ attributes }) => Object.keys(attributes).length === 0)).toBe(true);
  });

  it('of any bytes give an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(), fc.nat(255), (noise, place, byte) => {
        expect(() => readOtlp(noise)).not.toThrow();
        const damaged = Uint8Array.from(otlpProtobuf(SAID));
        damaged[place % damaged.length] = byte;
        expect(() => readOtlp(damaged)).not.toThrow();
      }),
      randomRuns(500),
    );
  });

  it('nested 100,000 deep are refused within the stack', () => {
    expect(readOtlp(bytes('{"resourceSpans":'.repeat(100_000)))).toBeNull();
    const [open, close] = ['{"arrayValue":{"values":['.repeat(50_000), ']}}'.repeat(50_000)];
    const deep = `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":${open}${close}}]},"scopeSpans":[]}]}`;
    expect(readOtlp(bytes(deep))?.spans ?? []).toEqual([]);
    let list: Buffer = Buffer.alloc(0);
    const wrapped = (number: number, inner: Buffer): Buffer =>
      Buffer.concat([Buffer.from([number * 8 + 2]), lengthOf(inner.length), inner]);
    for (let depth = 0; depth < 5_000; depth++) list = wrapped(5, wrapped(1, list));
    const attribute = wrapped(9, Buffer.concat([wrapped(1, Buffer.from('server.address')), wrapped(2, list)]));
    expect(readOtlp(wrapped(1, wrapped(2, wrapped(2, attribute))))?.spans).toMatchObject([{ attributes: {} }]);
  });
});
