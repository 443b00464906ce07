/**
 * The parts of a zip file, by the directory at its end. Each is unpacked only when it is asked for, and never beyond a limit that holds for
 * all of them together: a small file can claim, or turn out, to be enormous.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { Inflate } from 'fflate';
import { formatMebibytes } from '@/plain/sizes';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { MOST_UNPACKED_BYTES, tooLarge } from './tableLimits';

interface Part {
  method: number;
  isEncrypted: boolean;
  offset: number;
  packed: number;
  unpacked: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** What is packed as well as possible, unpacks to a thousand times its size: a small step ends soon after the limit. */
const STEP = 4_096;
/** A workbook has a few dozen parts. */
const MOST_PARTS = 10_000;

export class ZipParts {
  private readonly parts: ReadonlyMap<string, Part>;
  private left = MOST_UNPACKED_BYTES;

  /** Throws UnreadableSource if the bytes are no zip file. */
  constructor(
    private readonly file: string,
    private readonly bytes: Uint8Array,
  ) {
    this.parts = directoryOf(bytes) ?? this.refuse('is damaged: it is not a complete zip file');
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /** The text of a part; null if there is none of that name. Throws UnreadableSource if it is too large or damaged. */
  text(name: string): string | null {
    const part = this.parts.get(name);
    if (part === undefined) return null;
    if (part.isEncrypted) this.refuse('is protected by a password');
    if (part.unpacked > this.left) throw tooLarge(`more than ${formatMebibytes(MOST_UNPACKED_BYTES)} of cells`);
    const packed = this.packedBytes(part);
    return this.unpack(part.method, packed);
  }

  private packedBytes({ offset, packed }: Part): Uint8Array {
    const view = viewOf(this.bytes);
    if (offset + 30 > this.bytes.length || view.getUint32(offset, true) !== LOCAL_HEADER) this.refuse('is damaged');
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (start + packed > this.bytes.length) this.refuse('is damaged');
    return this.bytes.subarray(start, start + packed);
  }

  private unpack(method: number, packed: Uint8Array): string {
    const decoder = new TextDecoder();
    const texts: string[] = [];
    const keep = (chunk: Uint8Array): void => {
      this.left -= chunk.length;
      if (this.left < 0) throw tooLarge(`more than ${formatMebibytes(MOST_UNPACKED_BYTES)} of cells`);
      texts.push(decoder.decode(chunk, { stream: true }));
    };
    if (method === STORED) keep(packed);
    else if (method === DEFLATED) this.inflate(packed, keep);
    else this.refuse('is packed in a way that spreadsheets do not use');
    return texts.join('') + decoder.decode();
  }

  private inflate(packed: Uint8Array, keep: (chunk: Uint8Array) => void): void {
    const inflate = new Inflate(keep);
    try {
      for (let at = 0; at < packed.length || at === 0; at += STEP) inflate.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    } catch (error) {
      if (error instanceof UnreadableSource) throw error;
      this.refuse('is damaged');
    }
  }

  private refuse(what: string): never {
    throw new UnreadableSource(`${this.file} ${what}`, 'not_table', { hint: 'save it again as .xlsx, or as .csv' });
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** By name; null if the directory is not there or not whole. */
function directoryOf(bytes: Uint8Array): ReadonlyMap<string, Part> | null {
  const view = viewOf(bytes);
  const end = endOfDirectory(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  const decoder = new TextDecoder();
  const parts = new Map<string, Part>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < Math.min(count, MOST_PARTS); index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) return null;
    const nameLength = view.getUint16(at + 28, true);
    parts.set(decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)), {
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      offset: view.getUint32(at + 42, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

/** A comment of any length may stand behind the end of the directory. */
function endOfDirectory(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - END_LENGTH - LONGEST_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= lowest; at -= 1) if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  return null;
}
