/**
 * Reads bytes with traces chunk by chunk, and finds out what they are: JSON as one document or a line each, protobuf as one request or with
 * lengths before each. They are not packed.
 */
import { JsonWalker } from './jsonWalker';
import { readDocument } from './otlpJson';
import { SpanMaker, type TakeSpan } from './otlpSpans';
import { ProtobufStream } from './protobufStream';

const OPENING = '{'.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);
/** Longer lines are walked through instead of being parsed as a whole. */
const LONGEST_LINE = 4 * 1_048_576;
/** The first byte of a length is smaller, that of a request never is. */
const LEAST_TAG = 8;

/** How much of the beginning is enough to tell the forms apart. */
const HEAD_BYTES = 64;

export class OtlpReader {
  private readonly maker: SpanMaker;
  private head: Uint8Array = new Uint8Array(0);
  private form: JsonTraces | ProtobufStream | null = null;

  /** `take` is called with each span; `ownKeys` are attributes of resources to read besides those on the list. */
  constructor(take: TakeSpan, ownKeys: readonly string[] = []) {
    this.maker = new SpanMaker(take, ownKeys);
  }

  /** The bytes must not change later. */
  push(chunk: Uint8Array): void {
    if (this.form !== null) {
      this.form.push(chunk);
      return;
    }
    this.head = this.head.length === 0 ? chunk : joined([this.head, chunk]);
    if (this.head.length >= HEAD_BYTES) this.begin();
  }

  /** How many lines and messages were no OTLP; null if nothing in the bytes was. Call once, after the last chunk. */
  end(): number | null {
    if (this.form === null) this.begin();
    return this.form === null ? 0 : this.form.end();
  }

  private begin(): void {
    const { head } = this;
    const start = head.findIndex((byte) => !isSpace(byte));
    this.head = new Uint8Array(0);
    // Only white space so far.
    if (start === -1) return;
    const isJson = head[start] === OPENING && !isRequest(head);
    this.form = isJson ? new JsonTraces(this.maker) : new ProtobufStream(this.maker, head[0]! < LEAST_TAG);
    this.form.push(isJson ? head.subarray(start) : head);
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** The tags of the outermost fields are line ends, and the length of a request may be a brace. */
const isRequest = (head: Uint8Array): boolean =>
  head[0] === LINE_END && head[1] === OPENING && head[2] === LINE_END && head[4] === LINE_END;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Lines of their own, or one document on many of them: which of the two, the first lines say. */
class JsonTraces {
  private unread = 0;
  private isOtlp = false;
  private parts: Uint8Array[] = [];
  private lineBytes = 0;
  /** Reads what is too long for a line, or is a document. */
  private walker: JsonWalker | null = null;
  private isDocument = false;
  /** A first line that is no JSON by itself. */
  private held: Uint8Array | null = null;
  private isFirst = true;
  private readonly decoder = new TextDecoder();

  constructor(private readonly maker: SpanMaker) {}

  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      const end = this.isDocument ? -1 : chunk.indexOf(LINE_END, from);
      this.add(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.endLine();
      from = end + 1;
    }
  }

  end(): number | null {
    this.endLine();
    if (this.held !== null) this.beginDocument([this.held]);
    this.endWalk();
    return this.isOtlp ? this.unread : null;
  }

  private add(part: Uint8Array): void {
    if (this.walker !== null) {
      this.walker.push(part);
      return;
    }
    this.parts.push(part);
    this.lineBytes += part.length;
    if (this.lineBytes <= LONGEST_LINE) return;
    this.walker = new JsonWalker(this.maker);
    for (const one of this.parts) this.walker.push(one);
    this.parts = [];
  }

  private endLine(): void {
    if (this.isDocument) return;
    const line = joined(this.parts);
    [this.parts, this.lineBytes] = [[], 0];
    if (this.walker !== null) this.endWalk();
    else if (line.some((byte) => !isSpace(byte))) this.readLine(line);
  }

  private readLine(line: Uint8Array): void {
    const isRead = this.parsed(line);
    if (isRead === null && this.isFirst) this.held = line;
    else if (isRead !== true && this.held !== null) this.beginDocument([this.held, Uint8Array.of(LINE_END), line, Uint8Array.of(LINE_END)]);
    else {
      if (this.held !== null) this.unread += 1;
      this.held = null;
      if (isRead === true) this.isOtlp = true;
      else this.unread += 1;
    }
    this.isFirst = false;
  }

  /** Whether it is OTLP; null for what is no JSON. */
  private parsed(line: Uint8Array): boolean | null {
    let document: unknown;
    try {
      document = JSON.parse(this.decoder.decode(line));
    } catch {
      return null;
    }
    return readDocument(document, this.maker);
  }

  private beginDocument(parts: readonly Uint8Array[]): void {
    this.isDocument = true;
    this.held = null;
    this.walker = new JsonWalker(this.maker);
    for (const part of parts) this.walker.push(part);
  }

  private endWalk(): void {
    if (this.walker === null) return;
    this.walker.end();
    this.unread += this.walker.unread;
    this.isOtlp ||= this.walker.isOtlp;
    this.walker = null;
  }
}
