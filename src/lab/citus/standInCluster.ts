/**
 * Two plain PostgreSQL servers that look like a coordinator and a worker. A substitute for the extension records what it is asked, so
 * `distribute` and `npm run test:citus` can run completely without a Citus. It shows nothing about how Citus behaves.
 */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryCluster } from '@/ops/postgres/temporaryDatabase';
import { connected } from '@/test/connected';
import { markLogins } from './cluster';

const SOURCE = join('src', 'lab', 'citus', 'standIn');

export interface StandInCluster {
  /** The value for TEST_CITUS_URL. */
  url: string;
  /** The worker's own URL. */
  workerUrl: string;
  stop(): Promise<void>;
}

/** A copy that the server can read, whatever user it runs as. */
function copyExtension(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-stand-in-'));
  const extension = join(directory, 'extension');
  mkdirSync(extension);
  for (const name of readdirSync(SOURCE)) copyFileSync(join(SOURCE, name), join(extension, name));
  for (const path of [directory, extension]) chmodSync(path, 0o755);
  return directory;
}

function setUp(url: string, ...statements: readonly string[]): Promise<void> {
  return connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
    await markLogins(client);
  });
}

export async function startStandInCluster(): Promise<StandInCluster> {
  const directory = copyExtension();
  const settings = { extension_control_path: `$system:${directory}` };
  const [coordinator, worker] = [await startTemporaryCluster(settings), await startTemporaryCluster(settings)];
  // The coordinator's login must work on the workers too.
  const workerUrl = new URL(worker.superuserUrl);
  const { password } = new URL(coordinator.superuserUrl);
  await setUp(worker.superuserUrl, `alter role ${workerUrl.username} password '${decodeURIComponent(password)}'`);
  workerUrl.password = password;
  await setUp(
    coordinator.superuserUrl,
    'create extension citus',
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    `select citus_add_node('127.0.0.1', ${worker.port})`,
  );
  return {
    url: coordinator.superuserUrl,
    workerUrl: workerUrl.href,
    stop: async () => {
      await Promise.all([coordinator.stop(), worker.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
