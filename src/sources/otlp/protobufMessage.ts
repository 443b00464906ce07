/** Reads the fields of a protobuf message by their numbers. Anything that nobody asks for is skipped by its length, as the encoding intends. */

/** Thrown for bytes that are no protobuf message. */
export class NotProtobuf extends Error {}

export const VARINT = 0;
export const FIXED_64 = 1;
export const LENGTH = 2;
export const FIXED_32 = 5;

/** Called with each field of a message: its number, and its value or where its bytes are. */
type Take = (number: number, value: number, from: number, to: number) => void;

const decoder = new TextDecoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const LONGEST_VARINT_BITS = 70;

export class Message {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Without generators and copies, because a file has a hundred fields for each span. Throws NotProtobuf. */
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

  /** Eight bytes as a number, which is exact to some hundred nanoseconds of a time of today. */
  fixed64(from: number): number {
    return this.view.getUint32(from + 4, true) * 2 ** 32 + this.view.getUint32(from, true);
  }

  private varint(to: number): number {
    let value = 0;
    for (let shift = 0; shift < LONGEST_VARINT_BITS; shift += 7) {
      if (this.at >= to) throw new NotProtobuf('cut off');
      const byte = this.bytes[this.at++]!;
      // Larger numbers lose their last digits, which nobody reads.
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new NotProtobuf('a number that never ends');
  }
}
