/**
 * A process that runs `npm run admin` commands as long as its input is open: reads a line of JSON with the arguments, and writes a line
 * with the answer.
 */
import { createInterface } from 'node:readline';
import { runAdmin } from '@/ops/admin/admin';
import { keptSecret } from '@/ops/process/dataDirectory';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { visitDatabase } from '@/ops/postgres/localDatabase';
import { openDatabase } from '@/server/db/database';

async function main(): Promise<void> {
  const visit = await visitDatabase((line) => process.stderr.write(`${line}\n`));
  stateAddresses(visit.addresses, process.env);
  process.env.FAULTLINE_SECRET ||= keptSecret('secret');
  const database = openDatabase(visit.addresses, 2);
  for await (const line of createInterface({ input: process.stdin })) {
    let answer: unknown = null;
    try {
      await runAdmin(JSON.parse(line) as string[], {
        installation: () => Promise.resolve({ addresses: visit.addresses, isEmbedded: true, isServed: visit.isServed, secret: null }),
        database: () => Promise.resolve(database),
        say: (line) => void process.stderr.write(`${line}\n`),
        environment: process.env,
        readStdin: () => Promise.resolve(''),
        answer: ({ document }) => (answer = { document }),
        writeUsage: (usage) => void process.stderr.write(usage),
      });
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  await database.close();
  await visit.end();
}

void main();
