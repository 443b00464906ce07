/** Where the embedded installation stores its data: `.data/` in the repository, unless FAULTLINE_DATA names another directory. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOrNull } from '@/ops/boot/alone.mjs';
import { jsonOrNull } from '@/plain/jsonOrNull';
import { canReach, findPostgresUser } from '@/ops/postgres/postgresUser';

export function dataDirectory(): string {
  const directory = resolve(process.env.FAULTLINE_DATA || '.data');
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Writes the whole file in one step, readable only by its owner: other programs may look for these files at any time. */
export function writeOwnFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/** What a file says as JSON; null if there is none, or it is damaged. */
export function readJsonFile(path: string): unknown {
  return jsonOrNull(readOrNull(path) ?? '');
}

export interface ClusterHome {
  directory: string;
  /** Set if the database had to be put elsewhere: a sentence for the person who starts the server. */
  note: string | null;
}

/**
 * The directory of the database: below the data directory, or below /var/lib if root's PostgreSQL user cannot reach that (a repository in
 * /root).
 */
export function clusterHome(): ClusterHome {
  const usual = join(dataDirectory(), 'postgres');
  const user = findPostgresUser();
  if (canReach(join(usual, 'data'), user)) return { directory: usual, note: null };
  const identity = createHash('sha256').update(usual).digest('hex').slice(0, 12);
  const directory = join('/var/lib/faultline', identity, 'postgres');
  const why = `PostgreSQL does not run as root, and the user ${user?.name ?? ''} that it runs as instead cannot reach ${usual}`;
  return { directory, note: `The database is kept in ${directory}: ${why}.` };
}

/** A secret that is generated once and stored for this installation, readable only by its owner. */
export function keptSecret(name: string): string {
  const path = join(dataDirectory(), name);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  writeOwnFile(path, secret);
  return secret;
}

/** Reads a secret from a file. Throws an Error that says what is wrong with it. */
export function readSecretFile(path: string): string {
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${path} holds no secret: it must be at least 32 characters.`);
  return secret;
}
