/** A separate process that holds an embedded cluster until it is killed, for tests of what happens then: `tsx holdCluster.ts HOME`. */
import { startCluster } from '@/ops/postgres/embeddedPostgres';

async function main(): Promise<void> {
  const cluster = await startCluster({ home: process.argv[2] ?? '', log: () => undefined });
  process.stdout.write(`${cluster.addresses.owner}\n`);
  setInterval(() => undefined, 60_000);
}

void main();
