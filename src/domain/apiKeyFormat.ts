/** The shape of an API key: `flt_` and 36 base62 characters, of which the last six are a checksum of the thirty before. */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const KEY_PREFIX = 'flt_';
export const RANDOM_LENGTH = 30;
const SHAPE = /^flt_[0-9A-Za-z]{36}$/;

/** CRC-32 (IEEE 802.3) of an ASCII text, as an unsigned integer. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text = (DIGITS[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/**
 * Makes a key from random bytes. Bytes from 248 up are skipped, so that every character is equally likely. Null if too few bytes are left.
 */
export function keyFromRandomBytes(bytes: Iterable<number>): string | null {
  let random = '';
  for (const byte of bytes) {
    if (byte >= 248) continue;
    random += DIGITS[byte % 62] ?? '';
    if (random.length === RANDOM_LENGTH) return KEY_PREFIX + random + checksum(random);
  }
  return null;
}

/** True if a text has the shape of a key and a correct checksum. Does not say whether that key exists. */
export function looksLikeKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const random = text.slice(KEY_PREFIX.length, KEY_PREFIX.length + RANDOM_LENGTH);
  return text.slice(KEY_PREFIX.length + RANDOM_LENGTH) === checksum(random);
}
