/** The commands of `npm run admin -- tenant` that move a tenant to another installation: freeze, unfreeze, export, import and remove. */
import type { Command } from 'commander';
import { type AdminSurroundings, oldSecretOption, ownerOf, tenantOption } from '@/ops/admin/adminSurroundings';
import { wordsOfLeftOut } from '@/ops/backup/commands';
import { countOf } from '@/plain/counts';
import { deleteMovedTenant } from '@/server/auth/ownTenant';
import type { Actor } from '@/server/landscape/changeLandscape';
import { setFrozen } from '@/server/landscape/freeze';
import { awaitQuiet } from './awaitQuiet';
import { exportTenant } from './exportTenant';
import { type ImportedTenant, importTenant } from './importTenant';

interface TenantWords {
  tenant: string;
}

const undo = (tenantId: string): string => `npm run admin -- tenant unfreeze --tenant ${tenantId}`;

/** Adds them to `tenant`, whose other commands are in admin.ts. */
export function addMoveCommands(tenant: Command, around: AdminSurroundings, actor: Actor): void {
  addFreezing(tenant, around, actor);
  tenant
    .command('export <file>')
    .description('make a tenant read-only and write it with its people into a file, to be imported elsewhere; the service may run')
    .addOption(tenantOption())
    .action(async (path: string, { tenant: tenantId }: TenantWords) => {
      const installation = await around.installation();
      const [url, database] = [ownerOf(installation), await around.database()];
      const made = await exportTenant({ url, database, actor, tenantId, path, secret: installation.secret, progress: around.say });
      around.answer({
        document: { tenantId, ...made },
        words:
          wordsOfLeftOut(made) +
          `${made.path}: ${countOf(made.rows, 'row')}, SHA-256 ${made.sha256}. The tenant is read-only here from now on.\n` +
          `Elsewhere: npm run admin -- tenant import FILE. Then here: npm run admin -- tenant remove --tenant ${tenantId} --name NAME.\n` +
          `To call the move off: ${undo(tenantId)}`,
      });
    });
  tenant
    .command('import <file>')
    .description('take in a tenant that was exported elsewhere; the service may run')
    .option('--from-backup', 'accept a file in which the tenant was not read-only: only if nobody serves that tenant any more')
    .addOption(oldSecretOption())
    .action(async (path: string, given: { fromBackup?: boolean; oldSecretFile?: string }) => {
      const installation = await around.installation();
      const addresses = { ...installation.addresses, owner: ownerOf(installation) };
      const done = await importTenant({
        ...{ addresses, path, secret: installation.secret, oldSecret: given.oldSecretFile ?? null },
        ...{ mayBeServed: given.fromBackup === true, progress: around.say },
      });
      const origin = { importedAsOf: done.writtenAt, fileSha256: done.sha256 };
      await setFrozen(await around.database(), actor, done.tenantId, false, origin);
      around.answer({ document: done, words: wordsOfImport(done) });
    });
  tenant
    .command('remove')
    .description('delete the old copy of a tenant that was exported and is served elsewhere by now; cannot be undone')
    .addOption(tenantOption())
    .requiredOption('--name <name>', 'its name, to be sure')
    .action(async ({ tenant: tenantId, name }: TenantWords & { name: string }) => {
      const { accounts } = await deleteMovedTenant(await around.database(), tenantId, name);
      around.answer({
        document: { tenantId, accounts },
        words: `The tenant "${name}" is gone from here, and ${countOf(accounts, 'account')} of people who belong to no other tenant here.`,
      });
    });
}

function addFreezing(tenant: Command, around: AdminSurroundings, actor: Actor): void {
  tenant
    .command('freeze')
    .description('make a tenant read-only, and wait until nothing in it changes any more')
    .addOption(tenantOption())
    .action(async ({ tenant: tenantId }: TenantWords) => {
      const url = ownerOf(await around.installation());
      const { tenantName, frozenAt } = await setFrozen(await around.database(), actor, tenantId, true);
      await awaitQuiet({ url, tenantId, say: around.say });
      around.answer({
        document: { tenantId, frozenAt: frozenAt?.toISOString() ?? null },
        words:
          `The tenant "${tenantName}" is read-only. Questions are answered; changes and health signals are refused with 503, and webhooks wait.\n` +
          `To take it back: ${undo(tenantId)}`,
      });
    });
  tenant
    .command('unfreeze')
    .description('make a tenant writable again; only where no other installation serves it')
    .addOption(tenantOption())
    .action(async ({ tenant: tenantId }: TenantWords) => {
      const { tenantName, isChanged } = await setFrozen(await around.database(), actor, tenantId, false);
      around.answer({
        document: { tenantId, frozenAt: null, isChanged },
        words: isChanged
          ? `The tenant "${tenantName}" is writable again. If it was imported elsewhere meanwhile, remove it there: both would send its webhooks.`
          : `The tenant "${tenantName}" was not read-only.`,
      });
    });
}

function wordsOfImport({ tenantName, tenantId, writtenAt, productVersion, rows, people }: ImportedTenant): string {
  const known = people.known === 0 ? '' : ` ${countOf(people.known, 'person', 'people')} had an account here, whose password stays;`;
  return (
    `Imported "${tenantName}" (${tenantId}): ${countOf(rows, 'row')}, as of ${writtenAt}, written by Faultline ${productVersion}. It is in use here from now on.\n` +
    `People:${known} ${countOf(people.made, 'account')} made, with their previous passwords. API keys and invitations work as before, at the address of this server.`
  );
}
