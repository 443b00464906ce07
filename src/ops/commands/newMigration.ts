/** `npm run db:new-migration -- NAME`: writes the next migration. */
import { writeMigration } from '@/ops/postgres/newMigration';

async function main(): Promise<void> {
  const words = process.argv.slice(2).filter((word) => word !== '--');
  const name = words.find((word) => !word.startsWith('-'));
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    console.error('Usage: npm run db:new-migration -- NAME [--empty]     (NAME in lower case, digits and underscores)');
    process.exitCode = 1;
    return;
  }
  const file = await writeMigration(name, new Date(), words.includes('--empty'));
  console.log(file === null ? 'Nothing to do: the migrations already make what schema.prisma says.' : `Wrote ${file}`);
}

await main();
