/** Finds out what bytes with traces are: JSON as one document or a line each, protobuf as one request or with lengths before each. */
import type { Span } from '@/domain/observe/span';
import { spansInJson } from './otlpJson';
import { NotProtobuf, spansInProtobuf } from './otlpProtobuf';

const OPENING = '{'.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);
const LENGTH_BYTES = 4;

export interface OtlpRead {
  spans: Span[];
  /** Lines and messages that are no OTLP. */
  unread: number;
}

/** Null if nothing in the bytes is OTLP. They are not packed. */
export function readOtlp(bytes: Uint8Array): OtlpRead | null {
  const start = bytes.findIndex((byte) => byte > 0x20);
  if (start === -1) return { spans: [], unread: 0 };
  return bytes[start] === OPENING ? readLines(bytes) : readProtobuf(bytes);
}

function readLines(bytes: Uint8Array): OtlpRead | null {
  const lines: OtlpRead = { spans: [], unread: 0 };
  let found = false;
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_END, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end);
    from = end === -1 ? bytes.length : end + 1;
    const spans = spansInLine(line);
    if (spans === null && !found) return readDocument(bytes);
    if (spans === null) lines.unread += 1;
    else for (const span of spans) lines.spans.push(span);
    found ||= spans !== null && spans.length > 0;
  }
  return lines;
}

/** Empty for an empty line; null if it is no OTLP. */
function spansInLine(line: Uint8Array): Span[] | null {
  const text = new TextDecoder().decode(line).trim();
  if (text === '') return [];
  try {
    return spansInJson(JSON.parse(text));
  } catch {
    return null;
  }
}

function readDocument(bytes: Uint8Array): OtlpRead | null {
  const spans = spansInLine(bytes);
  return spans === null ? null : { spans, unread: 0 };
}

function readProtobuf(bytes: Uint8Array): OtlpRead | null {
  try {
    return { spans: spansInProtobuf(bytes), unread: 0 };
  } catch (error) {
    if (!(error instanceof NotProtobuf)) throw error;
  }
  return readDelimited(bytes);
}

/** As the file exporter writes them: the length of each message in four bytes before it. */
function readDelimited(bytes: Uint8Array): OtlpRead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const spans: Span[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = at + LENGTH_BYTES <= bytes.length ? view.getUint32(at) : Number.POSITIVE_INFINITY;
    at += LENGTH_BYTES;
    if (at + length > bytes.length) return spans.length === 0 ? null : { spans, unread: 1 };
    try {
      for (const span of spansInProtobuf(bytes.subarray(at, at + length))) spans.push(span);
    } catch (error) {
      if (!(error instanceof NotProtobuf)) throw error;
      return spans.length === 0 ? null : { spans, unread: 1 };
    }
    at += length;
  }
  return { spans, unread: 0 };
}
