/** The words of `npm run admin -- backup`, `restore` and `rotate-secret`. */
import { type Command, Option } from 'commander';
import { AppError } from '@/domain/errors';
import {
  type AdminInstallation,
  type AdminSurroundings,
  type Outcome,
  oldSecretOption,
  ownerOf,
  parseGuid,
} from '@/ops/admin/adminSurroundings';
import { countOf } from '@/plain/counts';
import { type BackupContent, changeSecret, type RestoreResult, restoreBackup, tryBackup, verifyBackup } from './restoreBackup';
import { rotateKeptSecret } from './rotateSecret';
import type { ResealResult } from './sealedSecrets';
import { type BackupResult, writeBackup } from './writeBackup';

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function wordsOfSecrets({ sealedWithAnotherSecret: lost }: RestoreResult): string {
  if (lost === null) return 'Set FAULTLINE_SECRET to the one of the installation that was backed up, or webhooks cannot be signed.';
  if (lost === 0) return 'The secrets of webhooks open with the FAULTLINE_SECRET of this installation.';
  return (
    `${countOf(lost, 'secret')} of webhooks ${lost === 1 ? 'was' : 'were'} sealed with another FAULTLINE_SECRET and cannot be used. ` +
    'With the old secret in a file: npm run admin -- rotate-secret --old-secret-file FILE'
  );
}

/** One line for each thing that is not in the file, and why. */
export function wordsOfLeftOut({ leftOut }: BackupResult): string {
  return leftOut.map((what) => `Left out, because it is not Faultline's: ${what}.\n`).join('');
}

function wordsOfContent({ tenants, rows, header: { createdAt, productVersion } }: BackupContent): string {
  return `${countOf(tenants, 'tenant')}, ${countOf(rows, 'row')}, written ${createdAt} by Faultline ${productVersion}`;
}

async function assertNotServed(around: AdminSurroundings, what: string): Promise<AdminInstallation> {
  const installation = await around.installation();
  if (installation.isServed) throw new AppError('conflict', `Faultline is running here. Stop it first, then ${what}.`);
  return installation;
}

async function rotate(installation: AdminInstallation, old: string | undefined): Promise<{ words: string; result: ResealResult }> {
  if (old === undefined) {
    if (!installation.isEmbedded)
      throw new AppError(
        'invalid_input',
        'With DATABASE_URL, set FAULTLINE_SECRET to the new secret and give the file with the one in use until now: --old-secret-file FILE.',
      );
    const { oldSecretPath, ...result } = await rotateKeptSecret(ownerOf(installation));
    return { result, words: `The new secret is in place; the old one is kept in ${oldSecretPath} until you remove it.` };
  }
  if (installation.secret === null) throw new AppError('invalid_input', 'Set FAULTLINE_SECRET to the new secret.');
  return {
    result: await changeSecret(ownerOf(installation), installation.secret, [old]),
    words: 'Start every replica with the new secret.',
  };
}

async function verifyOffline(path: string): Promise<Outcome> {
  const content = await verifyBackup(path);
  return {
    document: content,
    words: `The file is whole: ${wordsOfContent(content)}. Restoring its rows was not tried, because that needs a database.`,
  };
}

async function verify(url: string, path: string): Promise<Outcome> {
  const trial = await tryBackup(url, path);
  return {
    document: trial,
    words:
      trial.notTried === null
        ? `The backup can be restored: ${wordsOfContent(trial)}. It was tried in a scratch schema, of which nothing is left.`
        : `The file is whole: ${wordsOfContent(trial)}. ${trial.notTried}`,
  };
}

export function addBackupCommands(program: Command, around: AdminSurroundings): void {
  program
    .command('backup <file>')
    .description('write everything, or one tenant with its people, into a file; the service may run')
    .addOption(new Option('--tenant <id>', 'only this tenant').argParser(parseGuid))
    .option('--strict', "exit with 1 if anything in the schema was left out because it is not Faultline's")
    .action(async (path: string, { tenant, strict }: { tenant?: string; strict?: boolean }) => {
      const installation = await around.installation();
      const { secret } = installation;
      const made = await writeBackup({ url: ownerOf(installation), path, tenantId: tenant ?? null, secret, progress: around.say });
      around.answer({
        isFailure: strict === true && made.leftOut.length > 0,
        document: made,
        words:
          wordsOfLeftOut(made) +
          `${made.path}: ${countOf(made.tenants, 'tenant')}, ${countOf(made.rows, 'row')}, ${formatSize(made.bytes)}, SHA-256 ${made.sha256}.\n` +
          'Keep FAULTLINE_SECRET (.data/secret of an embedded installation) in another place: it is not in the file, and the secrets of webhooks need it.',
      });
    });
  program
    .command('restore <file>')
    .description('put a backup into an empty installation; no server may run')
    .option('--verify', 'try it in a scratch schema, and change nothing; a server may run')
    .option('--offline', 'with --verify: only read the file and check its digest and counts, without a database')
    .option('--replace', 'remove what is there in the same step')
    .addOption(oldSecretOption())
    .action(async (path: string, given: { verify?: boolean; offline?: boolean; replace?: boolean; oldSecretFile?: string }) => {
      if (given.offline === true && given.verify !== true) throw new AppError('invalid_input', '--offline needs --verify.');
      if (given.verify === true) {
        around.answer(given.offline === true ? await verifyOffline(path) : await verify(ownerOf(await around.installation()), path));
        return;
      }
      const installation = await assertNotServed(around, 'restore again');
      const { secret } = installation;
      const { isSingleLogin } = installation.addresses;
      const oldSecret = given.oldSecretFile ?? null;
      const result = await restoreBackup({
        ...{ url: ownerOf(installation), isSingleLogin, path, mayReplace: given.replace === true },
        ...{ secret, oldSecret, progress: around.say },
      });
      around.answer({
        document: result,
        words: `Restored ${countOf(result.tenants, 'tenant')}, ${countOf(result.rows, 'row')}, as of ${result.header.createdAt}.\n${wordsOfSecrets(result)}`,
      });
    });
  program
    .command('rotate-secret')
    .description('seal with a new FAULTLINE_SECRET what was sealed with the old one; no server may run')
    .addOption(oldSecretOption())
    .action(async ({ oldSecretFile }: { oldSecretFile?: string }) => {
      const installation = await assertNotServed(around, 'rotate the secret');
      const { result, words } = await rotate(installation, oldSecretFile);
      const lost = result.lost === 0 ? '' : ` ${countOf(result.lost, 'value')} could not be opened with either secret.`;
      around.answer({
        document: result,
        words: `${countOf(result.changed, 'sealed value')} moved to the new secret.${lost} ${words}\nEverybody has to sign in again.`,
      });
    });
}
