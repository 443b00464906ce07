/** A separate process that serves the installation of FAULTLINE_DATA until it is killed: `tsx holdInstallation.ts`. It prints the database's address. */
import { takeInstallation } from '@/ops/postgres/localDatabase';

async function main(): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const cluster = await (await takeInstallation(say)).startDatabase({});
  process.stdout.write(`${cluster.addresses.owner}\n`);
  setInterval(() => undefined, 60_000);
}

main().catch((error: unknown) => {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
