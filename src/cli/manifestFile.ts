/** Reads a manifest from a file, or from stdin for `-`. */
import { statSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import type { ManifestFormat } from '@/contract/manifest/text/readText';
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { jsonOrNull } from '@/plain/jsonOrNull';
import { formatMebibytes } from '@/plain/sizes';
import { reasonOf } from './reasonOf';
import { Failure } from './failure';
import type { World } from './world';

export interface ManifestFile {
  /** As given; `<stdin>` for stdin. */
  file: string;
  text: string;
  format: ManifestFormat;
}

const TABLE = /\.(csv|tsv|xlsx)$/i;

/** Throws Failure if it cannot be read, is too large, or is a table. */
export async function readManifestFile(file: string, world: World): Promise<ManifestFile> {
  if (file === '-') {
    const text = await readStdin(world);
    const isJson = text.trimStart().startsWith('{') && jsonOrNull(text) !== null;
    return { file: '<stdin>', text, format: isJson ? 'json' : 'yaml' };
  }
  if (TABLE.test(file))
    throw new Failure(`${file}: is a table, not a manifest`, {
      code: 'not_a_manifest',
      hint: `faultline import table ${file} -o landscape.yaml makes a manifest of it`,
    });
  const text = readTextFile(file, world);
  return { file, text, format: /\.json$/i.test(file) ? 'json' : 'yaml' };
}

export function mediaType(format: ManifestFormat): string {
  return format === 'json' ? 'application/json' : 'application/yaml';
}

/** UTF-8, at most 16 MiB. Throws Failure. */
export function readTextFile(file: string, where: { cwd: string }): string {
  return decode(readWholeFile(file, where), file);
}

/** At most 16 MiB. Throws Failure. */
export function readWholeFile(file: string, { cwd }: { cwd: string }): Buffer {
  const path = resolve(cwd, file);
  try {
    if (statSync(path).size > MAXIMUM_MANIFEST_BYTES) throw tooLarge(file);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file}: ${reasonOf(error)}`, { code: 'unreadable_file' });
  }
}

async function readStdin({ stdin, signal }: World): Promise<string> {
  if (stdin.isTTY === true)
    throw new Failure('- reads the manifest from stdin, but stdin is a terminal', {
      code: 'usage',
      hint: 'pipe something into it, or name a file',
    });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of addAbortSignal(signal, Readable.from(stdin)) as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > MAXIMUM_MANIFEST_BYTES) throw tooLarge('<stdin>');
    chunks.push(bytes);
  }
  return decode(Buffer.concat(chunks, size), '<stdin>');
}

function tooLarge(file: string): Failure {
  return new Failure(`${file}: is larger than ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}, the largest size of a manifest`, {
    code: 'payload_too_large',
    hint: 'split it into several manifests with different names',
  });
}

/** Reads UTF-16 as Windows tools write it; anything else must be UTF-8. */
function decode(bytes: Buffer, file: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`${file}: is not UTF-8 text`, { code: 'not_text' });
  }
}
