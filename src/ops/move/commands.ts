/** The words of `npm run admin -- tenant freeze` and `unfreeze`: the read-only state of a tenant that moves to another installation. */
import { type Command, Option } from 'commander';
import { type AdminSurroundings, ownerOf, parseGuid } from '@/ops/adminSurroundings';
import type { Actor } from '@/server/landscape/changeLandscape';
import { setFrozen } from '@/server/landscape/freeze';
import { awaitQuiet } from './awaitQuiet';

interface TenantWords {
  tenant: string;
}

function tenantOption(): Option {
  return new Option('--tenant <id>', 'id of the tenant').argParser(parseGuid).makeOptionMandatory();
}

/** Adds them to `tenant`, whose other words are in admin.ts. */
export function addMoveCommands(tenant: Command, around: AdminSurroundings, actor: Actor): void {
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
          `To take it back: npm run admin -- tenant unfreeze --tenant ${tenantId}`,
      });
    });
  tenant
    .command('unfreeze')
    .description('let a tenant change again; only where no other installation serves it')
    .addOption(tenantOption())
    .action(async ({ tenant: tenantId }: TenantWords) => {
      const { tenantName, isChanged } = await setFrozen(await around.database(), actor, tenantId, false);
      around.answer({
        document: { tenantId, frozenAt: null, isChanged },
        words: isChanged
          ? `The tenant "${tenantName}" changes again. If it was imported elsewhere meanwhile, remove it there: both would send its webhooks.`
          : `The tenant "${tenantName}" was not read-only.`,
      });
    });
}
