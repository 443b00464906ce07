/** `npm run db:migrate`: brings the database of DATABASE_URL to the present schema, for deployments that migrate before they start. */
import { DatabaseNotReady, migrate } from '@/ops/migrate';

async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === '') {
    console.error('DATABASE_URL is not set. The embedded database is migrated by npm start.');
    process.exit(1);
  }
  try {
    const applied = await migrate({ url, log: (line) => console.error(line) });
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`);
  } catch (error) {
    console.error(error instanceof DatabaseNotReady ? error.message : error);
    process.exit(1);
  }
}

await main();
// The schema engine leaves a timer of ten seconds behind.
process.exit();
