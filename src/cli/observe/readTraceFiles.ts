/** Reads files with traces chunk by chunk into a table, so that a file of any size needs the memory of its rows alone. */
import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SpanTable } from '@/domain/observe/spanTable';
import { countOf } from '@/plain/counts';
import { formatMebibytes } from '@/plain/sizes';
import { isBomb, isGzip } from '@/sources/otlp/gzip';
import { OtlpReader } from '@/sources/otlp/readOtlp';
import { Failure } from '@/cli/failure';
import { reasonOf } from '@/cli/reasonOf';
import type { Session } from '@/cli/session';
import { harmless } from '@/cli/terminal';

/** Unpacked: the wall against a small file that holds a huge one. */
const MOST_UNPACKED = 8 * 1_024 * 1_048_576;
const CHUNK_BYTES = 1_048_576;

/** `-` is standard input. Throws Failure for a file that cannot be read or holds no traces. */
export async function readTraceFiles(files: readonly string[], ownKeys: readonly string[], session: Session): Promise<SpanTable> {
  const { world, terminal } = session;
  const table = new SpanTable();
  const total = files.reduce((sum, file) => sum + sizeOf(resolve(world.cwd, file)), 0);
  let before = 0;
  for (const file of files) {
    const reader = new OtlpReader((span) => table.add(span), ownKeys);
    const tell = (bytes: number): void =>
      terminal.progress.update({
        part: total === 0 ? null : Math.min(1, (before + bytes) / total),
        label: `reading ${harmless(file)}, ${countOf(table.size, 'span')} so far`,
      });
    for await (const chunk of unpackedBytes(file, session, tell)) reader.push(chunk);
    terminal.progress.stop();
    before += sizeOf(resolve(world.cwd, file));
    const unread = reader.end();
    if (unread === null)
      throw new Failure(`${file}: this is not OTLP`, {
        code: 'not_otlp',
        hint: 'give what the collector’s file exporter or an SDK writes, in JSON or protobuf',
      });
    if (unread > 0)
      terminal.note(`left out: ${countOf(unread, 'line or message', 'lines or messages')} of ${harmless(file)} that are not OTLP`);
  }
  return table;
}

/** Calls `tell` with the bytes read so far, packed or not. Throws Failure. */
export async function* unpackedBytes(file: string, session: Session, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOf(file, session, tell);
  } catch (error) {
    session.terminal.progress.stop();
    throw error instanceof Failure || session.world.signal.aborted ? error : unreadable(file, error);
  }
}

async function* bytesOf(file: string, { world }: Session, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const source = file === '-' ? (world.stdin as Readable) : createReadStream(resolve(world.cwd, file), { highWaterMark: CHUNK_BYTES });
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array | string>;
  let bytes = 0;
  const next = async (): Promise<Uint8Array | null> => {
    world.signal.throwIfAborted();
    const { done, value } = await chunks.next();
    if (done === true) return null;
    const chunk = typeof value === 'string' ? Buffer.from(value) : value;
    bytes += chunk.length;
    tell(bytes);
    return chunk;
  };
  const first = await next();
  if (first === null) return;
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let chunk: Uint8Array | null = first; chunk !== null; chunk = await next()) yield chunk;
  }
  if (isGzip(first)) yield* unpacked(all(), file, () => bytes);
  else yield* all();
}

async function* unpacked(packed: AsyncIterable<Uint8Array>, file: string, packedBytes: () => number): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  pipeline(Readable.from(packed), gunzip, () => undefined);
  let size = 0;
  for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MOST_UNPACKED || isBomb(size, packedBytes()))
      throw new Failure(
        `${file}: its gzip unpacks to more than ${formatMebibytes(size - chunk.length)}, which is far too much for its size`,
        {
          code: 'too_large',
          hint: 'unpack and split the file, and give the parts one after another',
        },
      );
    yield chunk;
  }
}

function unreadable(file: string, error: unknown): Failure {
  const isGzipError = (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;
  return new Failure(`${file}: ${isGzipError ? 'its gzip is damaged' : reasonOf(error)}`, { code: 'unreadable_file' });
}

/** 0 where nobody knows it yet. Reading says why a file cannot be read. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
