/** Compresses the scripts and styles of a finished build once, so that no visit waits for it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
/** Below this size, a compressed file hardly saves a packet. In bytes. */
const WORTHWHILE = 1_024;
/** The best quality, 11, takes several times as long for files that are hardly smaller. */
const BROTLI_QUALITY = 10;

const compressors = [
  ['.gz', (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION })],
  [
    '.br',
    (text: Buffer) =>
      promisify(brotliCompress)(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
      }),
  ],
] as const;

/** Writes `name.gz` and `name.br` beside each file below `directory` that is worth compressing. */
export async function compressStatic(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    paths.map(async (path) => {
      const text = readFileSync(path);
      if (text.length < WORTHWHILE) return;
      for (const [ending, compress] of compressors) writeFileSync(`${path}${ending}`, await compress(text));
    }),
  );
}
