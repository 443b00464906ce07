/**
 * OTLP traces in protobuf: the few messages and fields that are read, by their numbers in the published schema. Anything else is skipped by
 * its length, as the encoding intends.
 */
import type { Span } from '@/domain/observe/span';
import { isRead, resourceOf, spanOf, type RawAttribute, type RawSpan } from './otlpSpans';

/** Thrown for bytes that are no protobuf message. */
export class NotProtobuf extends Error {}

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;

/** Called with each field of a message: its number, and its value or where its bytes are. */
type Take = (number: number, value: number, from: number, to: number) => void;

const decoder = new TextDecoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

class Message {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Without generators and copies, because a file has a hundred fields for each span. */
  each(from: number, to: number, take: Take): void {
    for (this.at = from; this.at < to;) {
      const tag = this.varint(to);
      const [number, wire] = [tag >>> 3, tag & 7];
      if (number === 0) throw new NotProtobuf('no field');
      if (wire === VARINT) {
        const value = this.varint(to);
        const after = this.at;
        take(number, value, after, after);
        this.at = after;
        continue;
      }
      if (wire !== LENGTH && wire !== FIXED_64 && wire !== FIXED_32) throw new NotProtobuf('an unknown wire type');
      const length = wire === LENGTH ? this.varint(to) : wire === FIXED_64 ? 8 : 4;
      const [start, end] = [this.at, this.at + length];
      if (end > to) throw new NotProtobuf('cut off');
      take(number, 0, start, end);
      this.at = end;
    }
  }

  text(from: number, to: number): string {
    return decoder.decode(this.bytes.subarray(from, to));
  }

  hex(from: number, to: number): string {
    let text = '';
    for (let at = from; at < to; at++) text += HEX[this.bytes[at]!]!;
    return text;
  }

  private varint(to: number): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= to) throw new NotProtobuf('cut off');
      const byte = this.bytes[this.at++]!;
      // Larger numbers are times, which nobody reads.
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new NotProtobuf('a number that never ends');
  }
}

/** Throws NotProtobuf. */
export function spansInProtobuf(request: Uint8Array): Span[] {
  const message = new Message(request);
  const spans: Span[] = [];
  message.each(0, request.length, (number, _, from, to) => {
    if (number === 1) readResourceSpans(message, from, to, spans);
  });
  return spans;
}

function readResourceSpans(message: Message, from: number, to: number, spans: Span[]): void {
  const attributes: RawAttribute[] = [];
  const scopes: [from: number, to: number][] = [];
  message.each(from, to, (number, _, start, end) => {
    if (number === 2) scopes.push([start, end]);
    if (number === 1)
      message.each(start, end, (field, _value, first, last) => field === 1 && readAttribute(message, first, last, attributes));
  });
  const resource = resourceOf(attributes);
  for (const [start, end] of scopes)
    message.each(start, end, (number, _, first, last) => {
      if (number === 2) spans.push(spanOf(readSpan(message, first, last), resource));
    });
}

function readSpan(message: Message, from: number, to: number): RawSpan {
  const raw = { traceId: '', spanId: '', parentSpanId: '', name: '', kind: 0, status: 0 };
  const attributes: RawAttribute[] = [];
  message.each(from, to, (number, value, start, end) => {
    if (number === 1) raw.traceId = message.hex(start, end);
    else if (number === 2) raw.spanId = message.hex(start, end);
    else if (number === 4) raw.parentSpanId = message.hex(start, end);
    else if (number === 5) raw.name = message.text(start, end);
    else if (number === 6) raw.kind = value;
    else if (number === 9) readAttribute(message, start, end, attributes);
    else if (number === 15) message.each(start, end, (field, code) => field === 3 && (raw.status = code));
  });
  return { ...raw, attributes };
}

function readAttribute(message: Message, from: number, to: number, attributes: RawAttribute[]): void {
  let key = '';
  let text: string | null = null;
  message.each(from, to, (number, _, start, end) => {
    if (number === 1) key = message.text(start, end);
    // The key comes first; what nobody reads is not decoded.
    else if (number === 2 && isRead(key)) text = valueText(message, start, end);
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
