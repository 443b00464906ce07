/** What the Prisma command line needs to know of this project; the service itself migrates through src/ops/postgres/migrate.ts. */
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/faultline' },
});
