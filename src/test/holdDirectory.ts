/** A separate process that holds a data directory until it is killed: `tsx holdDirectory.ts DIRECTORY`. */
import { takeDirectory } from '@/ops/postgres/installationLock';

async function main(): Promise<void> {
  const { holding } = await takeDirectory(process.argv[2] ?? '', 'server');
  process.stdout.write(holding === null ? 'busy\n' : 'held\n');
  setInterval(() => undefined, 60_000);
}

void main();
