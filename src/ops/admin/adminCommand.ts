/**
 * Runs `npm run admin -- …`: finds the database (DATABASE_URL, the running server's, or one started for this command), runs the command,
 * and prints one answer.
 */
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { AppError } from '@/domain/errors';
import { isUsageError, runAdmin } from './admin';
import type { AdminInstallation, AdminSurroundings, Outcome } from './adminSurroundings';
import { keptSecret } from '@/ops/process/dataDirectory';
import { DatabaseNotReady } from '@/ops/postgres/databaseRoles';
import { addressesNamedIn, bringUpToDate, stateAddresses } from '@/ops/postgres/installationAddresses';
import { visitDatabase } from '@/ops/postgres/localDatabase';
import { type Database, openDatabase } from '@/server/db/database';

interface Output {
  write(text: string): unknown;
}

/** The parts of its process that the command uses, so that a test can replace them. */
export interface AdminProcess {
  env: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream;
  stdout: Output;
  stderr: Output;
}

interface Visit extends AdminInstallation {
  end(): Promise<void>;
}

async function visit(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<Visit> {
  const named = addressesNamedIn(env);
  const isEmbedded = named === null;
  const found = named === null ? await visitDatabase(say) : { addresses: named, isServed: false, end: () => Promise.resolve() };
  const secret = env.FAULTLINE_SECRET || (isEmbedded ? keptSecret('secret') : null);
  stateAddresses({ ...found.addresses, owner: null }, env);
  // These use cases encrypt and sign nothing, so with an external database they do not need the replicas' secret.
  env.FAULTLINE_SECRET = secret ?? randomBytes(32).toString('base64');
  try {
    await bringUpToDate(found.addresses, say, env.ALLOW_NEWER_SCHEMA === '1');
  } catch (error) {
    await found.end();
    throw error;
  }
  return { ...found, isEmbedded, secret };
}

function explain(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (isUsageError(error)) return { code: 'usage', message: error.message.replace(/^error: /, '') };
  if (error instanceof DatabaseNotReady) return { code: 'unavailable', message: error.message };
  const { message, code } = error as { message?: string; code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return { code: 'unavailable', message: 'The database of DATABASE_URL does not answer.' };
  return { code: 'internal', message: message ?? String(error) };
}

/** Runs the command and returns the exit code: 0 when done, 1 when refused, with the reason on stderr and, with `--json`, on stdout. */
export async function adminCommand(words: readonly string[], { env, stdin, stdout, stderr }: AdminProcess): Promise<number> {
  const say = (line: string): void => void stderr.write(`${line}\n`);
  const isJson = words.includes('--json');
  let code: 0 | 1 = 0;
  const answer = ({ document, words: inWords, isFailure = false }: Outcome): void => {
    stdout.write(`${isJson ? JSON.stringify(document) : inWords}\n`);
    code = isFailure ? 1 : 0;
  };
  let visited: Visit | null = null;
  let opened: Database | null = null;
  const installation = async (): Promise<Visit> => (visited ??= await visit(env, say));
  const around: AdminSurroundings = {
    installation,
    database: async () => (opened ??= openDatabase((await installation()).addresses, 2)),
    say,
    environment: env,
    readStdin: () => text(stdin),
    answer,
    writeUsage: (usage) => void stderr.write(usage),
  };
  try {
    await runAdmin(words, around);
    return code;
  } catch (error) {
    if (isUsageError(error) && error.exitCode === 0) return 0;
    const { code: reason, message } = explain(error);
    // Wrong arguments have already been explained, with the usage beside it.
    if (!isUsageError(error)) say(message);
    if (isJson) stdout.write(`${JSON.stringify({ error: { code: reason, message } })}\n`);
    return 1;
  } finally {
    await (opened as Database | null)?.close();
    await (visited as Visit | null)?.end();
  }
}
