/** OTLP traces in protobuf: the few messages and fields that are read, by their numbers in the published schema. */
import type { Attributes } from '@/domain/observe/span';
import type { RawAttribute, SpanMaker } from './otlpSpans';
import { Message } from './protobufMessage';

/** Bytes of one ResourceSpans. Throws NotProtobuf. */
export function readResourceSpans(bytes: Uint8Array, maker: SpanMaker): void {
  const message = new Message(bytes);
  const attributes: RawAttribute[] = [];
  const scopes: [from: number, to: number][] = [];
  message.each(0, bytes.length, (number, _, start, end) => {
    if (number === 2) scopes.push([start, end]);
    if (number === 1) readResourceFields(message, start, end, attributes, maker);
  });
  const resource = maker.resource(attributes);
  for (const [start, end] of scopes) readScopeFields(message, start, end, resource, maker);
}

/** The fields of one ScopeSpans. Throws NotProtobuf. */
export function readScopeFields(message: Message, from: number, to: number, resource: Attributes, maker: SpanMaker): void {
  message.each(from, to, (number, _, start, end) => {
    if (number === 2) readSpanFields(message, start, end, resource, maker);
  });
}

/** Bytes of one Resource. Throws NotProtobuf. */
export function resourceAttributes(bytes: Uint8Array, maker: SpanMaker): RawAttribute[] {
  const attributes: RawAttribute[] = [];
  readResourceFields(new Message(bytes), 0, bytes.length, attributes, maker);
  return attributes;
}

function readResourceFields(message: Message, from: number, to: number, attributes: RawAttribute[], maker: SpanMaker): void {
  message.each(from, to, (number, _, start, end) => {
    if (number === 1) readAttribute(message, start, end, attributes, maker);
  });
}

/** The fields of one Span. Throws NotProtobuf. */
export function readSpanFields(message: Message, from: number, to: number, resource: Attributes, maker: SpanMaker): void {
  const raw = { traceId: '', spanId: '', parentSpanId: '', name: '', kind: 0, status: 0, endMs: Number.NaN };
  const attributes: RawAttribute[] = [];
  message.each(from, to, (number, value, start, end) => {
    if (number === 1) raw.traceId = message.hex(start, end);
    else if (number === 2) raw.spanId = message.hex(start, end);
    else if (number === 4) raw.parentSpanId = message.hex(start, end);
    else if (number === 5) raw.name = message.text(start, end);
    else if (number === 6) raw.kind = value;
    else if (number === 8 && end - start === 8) raw.endMs = message.fixed64(start) / 1e6;
    else if (number === 9) readAttribute(message, start, end, attributes, maker);
    else if (number === 15) message.each(start, end, (field, code) => field === 3 && (raw.status = code));
  });
  maker.span({ ...raw, attributes }, resource);
}

function readAttribute(message: Message, from: number, to: number, attributes: RawAttribute[], maker: SpanMaker): void {
  let key = '';
  let text: string | null = null;
  message.each(from, to, (number, _, start, end) => {
    if (number === 1) key = message.text(start, end);
    // The key comes first; what nobody reads is not decoded.
    else if (number === 2 && maker.isRead(key)) text = valueText(message, start, end);
  });
  if (text !== null) attributes.push([key, text]);
}

function valueText(message: Message, from: number, to: number, isWithinList = false): string | null {
  let text: string | null = null;
  message.each(from, to, (number, value, start, end) => {
    if (number === 1) text = message.text(start, end);
    else if (number === 2) text = value === 0 ? 'false' : 'true';
    else if (number === 3) text = String(value);
    else if (number === 5 && !isWithinList)
      message.each(start, end, (field, _value, first, last) => field === 1 && (text ??= valueText(message, first, last, true)));
  });
  return text;
}
