/** Puts pictures of one size together as one that moves (APNG): their compressed rows are taken over as they are, so nothing is decoded. https://www.w3.org/TR/png-3/ */
import { crc32 } from 'node:zlib';

export interface Frame {
  /** A whole PNG. All frames of one animation have the same size and kind. */
  png: Buffer;
  /** How long it stands. */
  milliseconds: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Chunk {
  type: string;
  data: Buffer;
}

/** The chunks of a PNG, in their order. Throws where it is none. */
export function readChunks(png: Buffer): Chunk[] {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('This is no PNG.');
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function frameControl(sequence: number, header: Buffer, milliseconds: number): Buffer {
  const control = Buffer.alloc(26);
  control.writeUInt32BE(sequence, 0);
  header.copy(control, 4, 0, 8);
  control.writeUInt16BE(milliseconds, 20);
  control.writeUInt16BE(1_000, 22);
  return chunk('fcTL', control);
}

/** One file that plays the frames for ever. Who cannot play it shows the first. Throws where the frames differ in size or kind. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('There is no frame.');
  const headerOf = (png: Buffer): Buffer => readChunks(png)[0]?.data ?? Buffer.alloc(0);
  const header = headerOf(first.png);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('acTL', control)];
  let sequence = 0;
  for (const { png, milliseconds } of frames) {
    if (!headerOf(png).equals(header)) throw new Error('All frames must have the same size and kind.');
    parts.push(frameControl(sequence++, header, milliseconds));
    for (const { type, data } of readChunks(png)) {
      if (type !== 'IDAT') continue;
      if (png === first.png) {
        parts.push(chunk('IDAT', data));
        continue;
      }
      const numbered = Buffer.alloc(4 + data.length);
      numbered.writeUInt32BE(sequence++, 0);
      data.copy(numbered, 4);
      parts.push(chunk('fdAT', numbered));
    }
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}
