/** The database suites that `npm run test:citus` also runs on a Citus. */

/** Needs TEST_CITUS_SECOND_URL there. */
export const TWO_ENTRY_NODES = 'src/ops/distribution/entryNodes.db.test.ts';

/** The suites that would be the first to notice if Citus handles a statement differently. */
export const CITUS_SUITES: Readonly<Record<string, readonly string[]>> = {
  'wall between tenants': ['src/server/tenantWall.db.test.ts', 'src/server/db/tenantDb.db.test.ts'],
  'every procedure with the data of another tenant': ['src/test/matrix/wall.db.test.ts'],
  'every kind by every operation': [
    'src/doors/rest/kinds.db.test.ts',
    'src/server/landscape/*.db.test.ts',
    'src/server/history/*.db.test.ts',
  ],
  manifest: ['src/server/manifest/*.db.test.ts', 'src/doors/rest/manifest*.db.test.ts'],
  health: ['src/server/health/*.db.test.ts', 'src/doors/rest/healthSignals.db.test.ts', 'src/doors/rest/idempotency.db.test.ts'],
  webhooks: ['src/server/webhooks/*.db.test.ts', 'src/doors/rest/webhooks.db.test.ts'],
  'replicas and kill -9': ['src/server/shards/*.db.test.ts', 'src/ops/distribution/killedReplicas.long.db.test.ts'],
  'the answers of a plain PostgreSQL': ['src/ops/distribution/sameAnswers.long.db.test.ts'],
  'an upgrade': ['src/ops/distribution/upgrade.db.test.ts'],
  'two entry nodes': [TWO_ENTRY_NODES],
};
