/** The text of a file in one of the encodings that spreadsheets and databases export in. */

/** What Windows-1252 has at 0x80 to 0x9F. Some versions of Node decode these as control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** Null if the bytes are no text. Without a byte order mark. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  if (bytes.includes(0)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text: text.replace(/[\u0080-\u009F]/g, (one) => WINDOWS[one.charCodeAt(0) - 0x80] ?? one), encoding: 'Windows-1252' };
  }
}
