/**
 * Reads traces in protobuf chunk by chunk: one request, or several with their lengths before them, as the file exporter writes them. A small
 * message is taken whole; a large one is entered, so that a file of any size takes the memory of one span.
 */
import type { Attributes } from '@/domain/observe/span';
import { readResourceSpans, readScopeFields, readSpanFields, resourceAttributes } from './otlpProtobuf';
import type { SpanMaker } from './otlpSpans';
import { FIXED_32, FIXED_64, LENGTH, Message, NotProtobuf, VARINT } from './protobufMessage';

const LENGTH_BYTES = 4;
/** Larger messages are entered instead of taken. */
const LARGEST_TAKEN = 1_048_576;
/** No single span is larger. */
const LARGEST_SPAN = 16 * 1_048_576;
/** Of a tag and a length. */
const LONGEST_HEADER = 20;

/** What is being read, from the outside inwards. */
type Level = 'messages' | 'request' | 'resourceSpans' | 'scopeSpans';

interface Frame {
  level: Level;
  /** Bytes of it that were not read yet. */
  left: number;
}

export class ProtobufStream {
  private unread = 0;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;
  private skip = 0;
  private needed = 0;
  private isOver = false;
  private isBroken = false;
  private readonly frames: Frame[];
  private resource: Attributes = {};
  private isUsed = false;

  constructor(
    private readonly maker: SpanMaker,
    hasLengths: boolean,
  ) {
    this.frames = [{ level: hasLengths ? 'messages' : 'request', left: Number.POSITIVE_INFINITY }];
  }

  push(chunk: Uint8Array): void {
    if (this.isBroken) return;
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.bytes.length - this.at + this.waitingBytes < this.needed) return;
    this.join();
    this.read();
  }

  /** How many messages were cut off, broken or too large; null if nothing in the bytes was a span. Call once, after the last chunk. */
  end(): number | null {
    this.isOver = true;
    this.join();
    if (!this.isBroken) this.read();
    const isWhole =
      this.skip === 0 && this.at === this.bytes.length && this.frames.every(({ left }) => left === 0 || left === Number.POSITIVE_INFINITY);
    if (!isWhole || this.isBroken) this.unread += 1;
    return this.unread === 0 || this.maker.count > 0 ? this.unread : null;
  }

  private join(): void {
    const rest = this.bytes.subarray(this.at);
    const bytes = new Uint8Array(rest.length + this.waitingBytes);
    bytes.set(rest);
    let at = rest.length;
    for (const part of this.waiting) {
      bytes.set(part, at);
      at += part.length;
    }
    [this.bytes, this.at, this.waiting, this.waitingBytes] = [bytes, 0, [], 0];
  }

  private read(): void {
    try {
      while (this.step());
    } catch (error) {
      if (!(error instanceof NotProtobuf)) throw error;
      this.isBroken = true;
    }
  }

  /** False if it needs more bytes. Throws NotProtobuf. */
  private step(): boolean {
    this.needed = 0;
    if (this.skip > 0) {
      const skipped = Math.min(this.skip, this.bytes.length - this.at);
      this.at += skipped;
      this.skip -= skipped;
      return this.skip === 0 && this.at < this.bytes.length;
    }
    const frame = this.frames.at(-1)!;
    if (frame.left === 0) {
      this.frames.pop();
      return true;
    }
    const room = this.bytes.length - this.at;
    if (room === 0) return false;
    return frame.level === 'messages' ? this.enterMessage(room) : this.readField(frame, room);
  }

  private enterMessage(room: number): boolean {
    if (room < LENGTH_BYTES) return this.need(LENGTH_BYTES);
    const length = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at).getUint32(0);
    this.at += LENGTH_BYTES;
    this.frames.push({ level: 'request', left: length });
    return true;
  }

  private readField(frame: Frame, room: number): boolean {
    if (room < Math.min(LONGEST_HEADER, frame.left) && !this.isOver) return this.need(Math.min(LONGEST_HEADER, frame.left));
    const start = this.at;
    const { inside, length } = this.header(frame);
    const size = this.at - start + length;
    if (size > frame.left) throw new NotProtobuf('cut off');
    if ((inside === 'resourceSpans' || inside === 'scopeSpans') && length > LARGEST_TAKEN) {
      if (inside === 'resourceSpans') [this.resource, this.isUsed] = [{}, false];
      this.frames.push({ level: inside, left: length });
    } else if (inside === 'nothing' || length > LARGEST_SPAN) {
      if (inside !== 'nothing') this.unread += 1;
      this.skip = length;
    } else if (this.bytes.length - this.at < length) {
      this.at = start;
      return this.need(size);
    } else {
      this.take(inside, this.bytes.subarray(this.at, this.at + length));
      this.at += length;
    }
    frame.left -= size;
    return true;
  }

  /** What the next field is, and how many bytes of it follow. */
  private header({ level, left }: Frame): { inside: Inside; length: number } {
    const tag = this.varint(left);
    const [number, wire] = [tag >>> 3, tag & 7];
    if (number === 0) throw new NotProtobuf('no field');
    if (wire === LENGTH) return { inside: insideOf(level, number), length: this.varint(left) };
    if (wire === VARINT) this.varint(left);
    else if (wire !== FIXED_64 && wire !== FIXED_32) throw new NotProtobuf('an unknown wire type');
    return { inside: 'nothing', length: wire === FIXED_64 ? 8 : wire === FIXED_32 ? 4 : 0 };
  }

  private need(bytes: number): boolean {
    this.needed = bytes;
    return false;
  }

  private take(inside: Exclude<Inside, 'nothing'>, bytes: Uint8Array): void {
    if (inside === 'resourceSpans') readResourceSpans(bytes, this.maker);
    else if (inside === 'resource') {
      const attributes = resourceAttributes(bytes, this.maker);
      if (this.isUsed) this.maker.fill(this.resource, attributes);
      else this.resource = this.maker.resource(attributes);
    } else {
      this.isUsed = true;
      const read = inside === 'span' ? readSpanFields : readScopeFields;
      read(new Message(bytes), 0, bytes.length, this.resource, this.maker);
    }
  }

  private varint(left: number): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= this.bytes.length || left === 0) throw new NotProtobuf('cut off');
      const byte = this.bytes[this.at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new NotProtobuf('a number that never ends');
  }
}

type Inside = 'resourceSpans' | 'resource' | 'scopeSpans' | 'span' | 'nothing';

function insideOf(level: Level, number: number): Inside {
  if (level === 'request') return number === 1 ? 'resourceSpans' : 'nothing';
  if (level === 'resourceSpans') return number === 1 ? 'resource' : number === 2 ? 'scopeSpans' : 'nothing';
  return number === 2 ? 'span' : 'nothing';
}
