/**
 * `npm run db:migrate`: migrates the database to the present schema, for deployments that migrate before they start. Needs only the owner's
 * login.
 */
import { DatabaseNotReady } from '@/ops/postgres/databaseRoles';
import { migrate } from '@/ops/postgres/migrate';
import { readEnv } from '@/server/env';

const MISSING = `DATABASE_OWNER_URL is not set: it names the database by the login that owns the tables (with DATABASE_SINGLE_LOGIN=1, DATABASE_URL does).
The embedded database is migrated by npm start.`;

async function main(): Promise<void> {
  // This command does not need the other settings of a server.
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_SINGLE_LOGIN, ALLOW_NEWER_SCHEMA } = process.env;
  const env = readEnv({ NODE_ENV: 'development', DATABASE_URL, DATABASE_OWNER_URL, DATABASE_SINGLE_LOGIN, ALLOW_NEWER_SCHEMA });
  const isSingleLogin = env.DATABASE_SINGLE_LOGIN;
  const url = isSingleLogin ? env.DATABASE_URL : env.DATABASE_OWNER_URL;
  if (url === undefined) {
    console.error(MISSING);
    process.exit(1);
  }
  try {
    const applied = await migrate({ url, isSingleLogin, log: (line) => console.error(line), mayBeNewer: env.ALLOW_NEWER_SCHEMA });
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`);
  } catch (error) {
    console.error(error instanceof DatabaseNotReady ? error.message : error);
    process.exit(1);
  }
}

await main();
