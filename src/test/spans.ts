/** Spans for tests: by a few words each, as objects, and as the bytes that exporters send. */
import type { Attributes, Span, SpanKind } from '@/domain/observe/span';
import { SpanTable } from '@/domain/observe/spanTable';

export interface SaidSpan {
  service: string;
  kind: SpanKind;
  id: string;
  parent?: string;
  name?: string;
  isError?: boolean;
  /** In milliseconds. */
  endMs?: number;
  attributes?: Record<string, string>;
  resource?: Record<string, string>;
}

const AT_MS = 1_800_000_000_000;
const resources = new Map<string, Attributes>();

/** One object for all spans of a resource, as readers make them. */
function resourceFor(service: string, more: Record<string, string>): Attributes {
  const resource = { 'service.name': service, ...more };
  const key = JSON.stringify(resource);
  const known = resources.get(key) ?? resource;
  resources.set(key, known);
  return known;
}

/** As a reader keeps them. */
export function tableOf(spans: Iterable<Span>): SpanTable {
  const table = new SpanTable();
  for (const one of spans) table.add(one);
  return table;
}

export function span({
  service,
  kind,
  id,
  parent,
  name = '',
  isError = false,
  endMs = AT_MS,
  attributes = {},
  resource = {},
}: SaidSpan): Span {
  return {
    ...{ name, kind, isError, endMs, attributes },
    id: `t ${id}`,
    parentId: parent === undefined ? null : `t ${parent}`,
    resource: resourceFor(service, resource),
  };
}

const KINDS = ['', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const hexId = (id: string, bytes: number): string => Buffer.from(id.padEnd(bytes, '.')).subarray(0, bytes).toString('hex');

/** The same spans as one OTLP document, one resource a span. */
export function otlpDocument(spans: readonly SaidSpan[]): object {
  const attributesOf = (record: Record<string, string>) =>
    Object.entries(record).map(([key, value]) => ({ key, value: { stringValue: value } }));
  return {
    resourceSpans: spans.map(
      ({ service, kind, id, parent, name = '', isError = false, endMs = AT_MS, attributes = {}, resource = {} }) => ({
        resource: { attributes: attributesOf({ 'service.name': service, ...resource }) },
        scopeSpans: [
          {
            spans: [
              {
                traceId: hexId('t', 16),
                spanId: hexId(id, 8),
                ...(parent === undefined ? {} : { parentSpanId: hexId(parent, 8) }),
                name,
                kind: KINDS.indexOf(kind),
                startTimeUnixNano: '1700000000000000000',
                endTimeUnixNano: `${endMs}000000`,
                attributes: attributesOf(attributes),
                status: isError ? { code: 2 } : {},
              },
            ],
          },
        ],
      }),
    ),
  };
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}

const field = (number: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([varint(number * 8 + 2), varint(body.length), body]);
};
const number = (of: number, value: number): Buffer => Buffer.concat([varint(of * 8), varint(value)]);
const pair = (of: number, key: string, value: string): Buffer =>
  field(of, field(1, Buffer.from(key)), field(2, field(1, Buffer.from(value))));

function nanoseconds(ms: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(ms) * 1_000_000n);
  return bytes;
}

/** The same as an export request in protobuf. */
export function otlpProtobuf(spans: readonly SaidSpan[]): Buffer {
  return Buffer.concat(
    spans.map(({ service, kind, id, parent, name = '', isError = false, endMs = AT_MS, attributes = {}, resource = {} }) =>
      field(
        1,
        field(1, ...Object.entries({ 'service.name': service, ...resource }).map(([key, value]) => pair(1, key, value))),
        field(
          2,
          field(
            2,
            field(1, Buffer.from(hexId('t', 16), 'hex')),
            field(2, Buffer.from(hexId(id, 8), 'hex')),
            ...(parent === undefined ? [] : [field(4, Buffer.from(hexId(parent, 8), 'hex'))]),
            field(5, Buffer.from(name)),
            number(6, KINDS.indexOf(kind)),
            // The start as a fixed number of eight bytes.
            Buffer.concat([varint(7 * 8 + 1), Buffer.alloc(8, 1)]),
            Buffer.concat([varint(8 * 8 + 1), nanoseconds(endMs)]),
            ...Object.entries(attributes).map(([key, value]) => pair(9, key, value)),
            ...(isError ? [field(15, number(3, 2))] : []),
          ),
        ),
      ),
    ),
  );
}
