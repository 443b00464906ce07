/** Whether the bytes are packed by gzip: by how such files begin. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Traces shrink to a twentieth at best; what gives so much more is made to fill a machine. */
const MOST_TIMES = 250;
const HARMLESS_BYTES = 64 * 1_048_576;

/** `packed` is at least what was read for these unpacked bytes. */
export function isBomb(unpackedBytes: number, packedBytes: number): boolean {
  return unpackedBytes > HARMLESS_BYTES && unpackedBytes > MOST_TIMES * packedBytes;
}
