/** `npm run pack -- DIRECTORY`: copies what the server needs to run, prints the size, and exits with 1 if that is too large. */
import { pack } from '@/ops/build/pack';
import { bareCountOf } from '@/plain/counts';

const MOST_MEGABYTES = 350;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0).padStart(5)} MB`;

try {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('Name the directory to write: npm run pack -- DIRECTORY');
  const { files, bytes, largest } = await pack(directory);
  for (const { path, bytes: size } of largest.slice(0, 12)) console.log(`${megabytes(size)}  ${path}`);
  const isSmall = bytes <= MOST_MEGABYTES * 1_000_000;
  console.log(`${megabytes(bytes)}  in all, ${bareCountOf(files, 'file')} (${isSmall ? 'within' : 'OVER'} ${MOST_MEGABYTES} MB)`);
  process.exit(isSmall ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
