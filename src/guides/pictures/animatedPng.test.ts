import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { animatedPng, readChunks } from './animatedPng';

/** A picture of one colour, in grey. */
function plainPng(width: number, height: number, grey: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width, grey)])));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

describe('animated pictures', () => {
  const frames = [0, 128, 255].map((grey) => ({ png: plainPng(4, 3, grey), milliseconds: 500 }));

  it('contain each frame with its time, numbered without gaps, and the first frame for viewers without animation', () => {
    const chunks = readChunks(animatedPng(frames));
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND']);
    expect(chunks[1]?.data.readUInt32BE(0)).toBe(3);
    const numbered = chunks.filter(({ type }) => type === 'fcTL' || type === 'fdAT');
    expect(numbered.map(({ data }) => data.readUInt32BE(0))).toEqual([0, 1, 2, 3, 4]);
    const controls = chunks
      .filter(({ type }) => type === 'fcTL')
      .map(({ data }) => [data.readUInt32BE(4), data.readUInt32BE(8), data.readUInt16BE(20)]);
    expect(controls).toEqual([
      [4, 3, 500],
      [4, 3, 500],
      [4, 3, 500],
    ]);
    expect(chunks[5]?.data.subarray(4)).toEqual(readChunks(frames[1]!.png)[1]?.data);
  });

  it('are refused if frames differ in size, if there are none, or if one is not a PNG', () => {
    expect(() => animatedPng([...frames, { png: plainPng(5, 3, 0), milliseconds: 1 }])).toThrow('same size');
    expect(() => animatedPng([])).toThrow('no frame');
    expect(() => animatedPng([{ png: Buffer.from('GIF89a'), milliseconds: 1 }])).toThrow('no PNG');
  });
});
