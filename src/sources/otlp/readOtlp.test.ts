/** Every form of OTLP gives the same spans; nothing off the list is kept; and bad bytes get an answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observeSpans } from '@/domain/observe/fromSpans';
import { observedManifest } from '@/sources/observedManifest';
import { randomRuns } from '@/test/randomRuns';
import { otlpDocument, otlpProtobuf, tableOf, type SaidSpan } from '@/test/spans';
import type { Span } from '@/domain/observe/span';
import { OtlpReader } from './readOtlp';

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
  const groups = [length & 127, (length >> 7) & 127, (length >> 14) & 127, (length >> 21) & 127];
  const last = Math.max(
    0,
    groups.findLastIndex((group) => group !== 0),
  );
  return Buffer.from(groups.slice(0, last + 1).map((group, at) => (at < last ? group | 128 : group)));
}

/** In chunks of this many bytes; null if nothing in them is OTLP. */
function readOtlp(whole: Uint8Array, chunkBytes = Math.max(1, whole.length)): { spans: Span[]; unread: number } | null {
  const spans: Span[] = [];
  const reader = new OtlpReader((span) => spans.push(span));
  for (let at = 0; at < whole.length; at += chunkBytes) reader.push(whole.subarray(at, at + chunkBytes));
  const unread = reader.end();
  return unread === null ? null : { spans, unread };
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
  ])('are the same as %s, in chunks of any size', (_, made) => {
    for (const chunkBytes of [1, 7, 64, 1_000, 1_000_000])
      expect([chunkBytes, readOtlp(made(), chunkBytes)]).toEqual([chunkBytes, expected]);
  });

  it('keep nothing that is not on the list: no statement, no query, no password, no other attribute', () => {
    const secrets = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`http.request.header.x-${at}`, `secret-${at}`]));
    const said = SAID.map((one) => ({
      ...one,
      attributes: { ...one.attributes, ...secrets, 'db.connection_string': 'redis://:password@host' },
    }));
    const read = readOtlp(bytes(JSON.stringify(otlpDocument(said))))!;
    const proposal = observedManifest(observeSpans(tableOf(read.spans)), { name: 'x', groupBy: 'service' });
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
        expect(() => readOtlp(damaged, 1 + (place % 50))).not.toThrow();
        const text = bytes(document);
        text[place % text.length] = byte;
        expect(() => readOtlp(text, 1 + (place % 50))).not.toThrow();
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

describe('a large file', () => {
  const attributes = { 'server.address': 'stock', note: 'x'.repeat(900) };
  const many: SaidSpan[] = Array.from({ length: 6_000 }, (_, at) => ({ service: 'web', kind: 'CLIENT', id: at.toString(36), attributes }));
  const one = (spans: readonly SaidSpan[]) =>
    otlpDocument(spans) as { resourceSpans: { resource: unknown; scopeSpans: { spans: unknown[] }[] }[] };
  const { resource } = one(many.slice(0, 1)).resourceSpans[0]!;
  const spans = one(many).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));

  it.each<[string, () => object]>([
    ['of one resource', () => ({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'a "spans": [{' }, spans }] }] })],
    ['whose resource comes last', () => ({ resourceSpans: [{ scopeSpans: [{ spans }], resource }] })],
    ['with things in it that nobody knows', () => ({ more: [{ spans: [{}] }], resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })],
  ])('in one document %s, longer than any line, is read span by span', (_, made) => {
    const text = bytes(JSON.stringify(made()));
    expect(text.length).toBeGreaterThan(4 * 1_048_576);
    const read = readOtlp(text, 65_536);
    expect([read?.spans.length, read?.unread, new Set(read?.spans.map((span) => span.resource['service.name']))]).toEqual([
      6_000,
      0,
      new Set(['web']),
    ]);
    expect(readOtlp(bytes(JSON.stringify(made(), null, 1)), 65_536)).toEqual(read);
    expect(readOtlp(text.subarray(0, -200_000), 65_536)).toMatchObject({ unread: 1 });
  });

  it('in protobuf, of one resource, is entered and read span by span', () => {
    const delimited = (number: number, ...parts: readonly Buffer[]): Buffer => {
      const inner = Buffer.concat(parts);
      return Buffer.concat([Buffer.from([number * 8 + 2]), lengthOf(inner.length), inner]);
    };
    // Each of these is a ResourceSpans of a resource and a ScopeSpans with one span.
    const spanBytes = many.map((said) => {
      const whole = otlpProtobuf([said]);
      const name = delimited(1, Buffer.from('service.name'));
      return whole.subarray(whole.indexOf(name) + name.length);
    });
    const scope = spanBytes.map((rest) => rest.subarray(rest.indexOf(Buffer.from('web')) + 3));
    const resourcePart = delimited(
      1,
      delimited(1, delimited(1, Buffer.from('service.name')), delimited(2, delimited(1, Buffer.from('web')))),
    );
    for (const parts of [
      [resourcePart, ...scope],
      [...scope, resourcePart],
    ]) {
      const read = readOtlp(delimited(1, ...parts), 65_536);
      expect([read?.spans.length, read?.unread, new Set(read?.spans.map((span) => span.resource['service.name']))]).toEqual([
        6_000,
        0,
        new Set(['web']),
      ]);
    }
  });
});

it('a line that was cut off at the start of a file costs that line alone', () => {
  const lines = SAID.map((said) => JSON.stringify(otlpDocument([said])));
  expect(readOtlp(bytes([lines[0]!.slice(0, 40), ...lines].join('\n')))).toMatchObject({ spans: { length: 3 }, unread: 1 });
});

it('a request whose length is a brace is no JSON', () => {
  const lengthAt = (pad: number) => otlpProtobuf([{ service: 'web', kind: 'SERVER', id: 'a', name: 'n'.repeat(pad) }]);
  const request = Array.from({ length: 100 }, (_, pad) => lengthAt(pad)).find((made) => made[1] === '{'.charCodeAt(0));
  expect(readOtlp(request!)?.spans).toHaveLength(1);
});
