/**
 * The commands of `npm run admin`: tenants, people and keys, using the same use cases as the browser. Decides what is printed, but not
 * where it runs.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '@/cli/enumArgument';
import { columns } from '@/cli/render/columns';
import { ApiKeyCreate } from '@/contract/apiKeys';
import { NOT_RAISED, type RaisedLimits } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { PLANS, type Plan, type Role, ROLES, SCOPES } from '@/domain/vocabulary';
import { createApiKey, listApiKeys, revokeApiKey } from '@/server/auth/apiKeys';
import { erasePerson } from '@/server/auth/erasePerson';
import { createPerson, resetPassword } from '@/server/auth/people';
import { countOf } from '@/plain/counts';
import { assertTenantExists, createTenant, listTenants, setLimits, setPlan } from '@/server/auth/tenants';
import { type AdminSurroundings, parseGuid, tenantOption } from './adminSurroundings';
import { addBackupCommands } from '@/ops/backup/commands';
import { addDistributeCommand } from '@/ops/distribution/command';
import { addMoveCommands } from '@/ops/move/commands';
import type { Actor } from '@/server/landscape/changeLandscape';
import { type TenantDb, tenantDb } from '@/server/db/tenantDb';

const ADMINISTRATOR: Actor = { type: 'system', id: 'admin', name: 'npm run admin' };
function scopes(text: string): string[] {
  return text.split(',').map((scope) => scope.trim());
}

function instant(text: string): string {
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('It must be a date such as 2027-01-31 (midnight UTC) or 2027-01-31T18:00:00Z.');
  return date.toISOString();
}

function secondsOption(flags: string, description: string): Option {
  return new Option(flags, `${description}, 0 to 600`).argParser(wholeNumber(0, 600));
}

function rateOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(wholeNumber(1, 10_000_000));
}

function planOption(): Option {
  return new Option('--plan <plan>', PLANS.join(', ')).choices(PLANS).makeOptionMandatory();
}

interface LimitWords extends Partial<RaisedLimits> {
  tenant: string;
  clear?: boolean;
}

function addTenantCommands(program: Command, around: AdminSurroundings): void {
  const tenant = program.command('tenant').description('tenants and their plans');
  tenant
    .command('create')
    .description('make a tenant; prints its id')
    .requiredOption('--name <name>', 'display name')
    .addOption(planOption())
    .addOption(secondsOption('--open-after-seconds <seconds>', 'how long trouble lasts before it opens an incident (default 15)'))
    .addOption(
      secondsOption('--recovery-grace-seconds <seconds>', 'how long former symptoms open no incident after a recovery (default 60)'),
    )
    .action(async ({ name, plan, ...delays }: { name: string; plan: Plan; openAfterSeconds?: number; recoveryGraceSeconds?: number }) => {
      if (name.trim() === '' || name.length > 200) throw new AppError('invalid_input', 'The name must hold 1 to 200 characters.');
      const made = await createTenant(await around.database(), { name, plan, ...delays });
      around.answer({ document: made, words: `Made the tenant "${name}" (${plan}): ${made.tenantId}` });
    });
  tenant
    .command('set-plan')
    .description('put a tenant on another plan')
    .addOption(tenantOption())
    .addOption(planOption())
    .action(async ({ tenant: tenantId, plan }: { tenant: string; plan: Plan }) => {
      await setPlan(await around.database(), ADMINISTRATOR, tenantId, plan);
      around.answer({ document: { tenantId, plan }, words: `The tenant ${tenantId} is on the ${plan} plan.` });
    });
  tenant
    .command('set-limit')
    .description('raise the limits per minute of a tenant above those of its plan, or undo that')
    .addOption(tenantOption())
    .addOption(rateOption('--signals-per-minute <number>', 'health signals a minute, of all keys together'))
    .addOption(rateOption('--requests-per-minute <number>', 'requests a minute, of each key'))
    .option('--clear', 'go back to what the plan allows')
    .action(async ({ tenant: tenantId, clear = false, ...given }: LimitWords) => {
      const isRaised = given.signalsPerMinute !== undefined || given.requestsPerMinute !== undefined;
      if (isRaised === clear)
        throw new AppError('invalid_input', 'State --signals-per-minute, --requests-per-minute or both; or --clear alone.');
      const { plan, limits } = await setLimits(await around.database(), ADMINISTRATOR, tenantId, clear ? NOT_RAISED : given);
      const { signalsPerMinute, requestsPerMinute } = limits;
      const words = `The tenant ${tenantId} (${plan}) may send ${signalsPerMinute} health signals a minute, and each of its keys ${requestsPerMinute} requests.`;
      around.answer({ document: { tenantId, plan, signalsPerMinute, requestsPerMinute }, words });
    });
  tenant
    .command('list')
    .description('all tenants, oldest first')
    .action(async () => {
      const tenants = await listTenants(await around.database());
      const rows = tenants.map(({ tenantId, plan, name, frozenAt }) => [tenantId, plan, frozenAt === null ? 'in use' : 'read-only', name]);
      around.answer({
        document: tenants,
        words: rows.length === 0 ? 'There are no tenants.' : columns([['TENANT', 'PLAN', 'STATE', 'NAME'], ...rows]).join('\n'),
      });
    });
  addMoveCommands(tenant, around, ADMINISTRATOR);
}

interface UserCreate {
  email: string;
  password?: string;
  name?: string;
  tenant: string;
  role: Role;
}

async function passwordFrom(given: string | undefined, around: AdminSurroundings): Promise<string> {
  if (given === '-') return (await around.readStdin()).replace(/\r?\n$/, '');
  return given ?? around.environment.FAULTLINE_PASSWORD ?? '';
}

const PASSWORD_HELP = '8 to 128 characters; "-" reads it from stdin; otherwise FAULTLINE_PASSWORD is taken';

function addUserCommands(program: Command, around: AdminSurroundings): void {
  const user = program.command('user').description('people and what they may do');
  user
    .command('create')
    .description('make an account and its membership; an existing account joins the tenant and keeps its password')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--password <password>', PASSWORD_HELP)
    .option('--name <name>', 'display name')
    .addOption(tenantOption())
    .addOption(new Option('--role <role>', ROLES.join(', ')).choices(ROLES).makeOptionMandatory())
    .action(async (given: UserCreate) => {
      const password = await passwordFrom(given.password, around);
      const { email, name, role, tenant: tenantId } = given;
      const { userId, isNew } = await createPerson(await around.database(), ADMINISTRATOR, { email, password, name, tenantId, role });
      const words = isNew
        ? `Made the account ${email}, ${role} of ${tenantId}.`
        : `${email} had an account, whose password stays; now ${role} of ${tenantId}.`;
      around.answer({ document: { userId, email, tenantId, role, isNew }, words });
    });
  user
    .command('set-password')
    .description('set a new password and end all sessions of the account')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--password <password>', PASSWORD_HELP)
    .action(async (given: { email: string; password?: string }) => {
      const password = await passwordFrom(given.password, around);
      await resetPassword(await around.database(), given.email, password);
      around.answer({ document: { email: given.email }, words: `Set a new password for ${given.email}.` });
    });
  user
    .command('erase')
    .description('delete the account, and take name and address out of the histories of all tenants; cannot be undone')
    .requiredOption('--email <address>', 'what the person signs in with')
    .action(async ({ email }: { email: string }) => {
      const document = await erasePerson(await around.database(), email);
      const words = `Erased ${email}: the account, ${countOf(document.tenants.length, 'membership')}, and the name in ${countOf(document.entries, 'entry', 'entries')} of histories. Backups made before still have all of it.`;
      around.answer({ document, words });
    });
}

async function openTenant(around: AdminSurroundings, tenantId: string): Promise<TenantDb> {
  const database = await around.database();
  await assertTenantExists(database, tenantId);
  return tenantDb(database, tenantId);
}

function addKeyCommands(program: Command, around: AdminSurroundings): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('make a key; it is shown this once')
    .addOption(tenantOption())
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scopes <list>', `comma-separated: ${SCOPES.join(', ')}`, scopes)
    .option('--can-see-revenue', 'the key may read and write revenue fields')
    .option('--expires-at <date>', 'when it stops working', instant)
    .action(async ({ tenant: tenantId, ...given }: { tenant: string }) => {
      const wished = ApiKeyCreate.safeParse(given);
      if (!wished.success)
        throw new AppError('invalid_input', wished.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
      const made = await createApiKey(await openTenant(around, tenantId), ADMINISTRATOR, wished.data);
      around.answer({
        document: made,
        words: `Made the key "${made.name}" (${made.scopes.join(', ')}), id ${made.id}. Keep it now, it is shown only once:\n${made.key}`,
      });
    });
  key
    .command('revoke')
    .description('make a key useless within seconds')
    .addOption(tenantOption())
    .addOption(new Option('--id <id>', 'id of the key').argParser(parseGuid).makeOptionMandatory())
    .action(async (given: { tenant: string; id: string }) => {
      const revoked = await revokeApiKey(await openTenant(around, given.tenant), ADMINISTRATOR, given.id);
      around.answer({ document: revoked, words: `Revoked the key "${revoked.name}" (${revoked.id}).` });
    });
  key
    .command('list')
    .description('the keys of a tenant, without the keys themselves')
    .addOption(tenantOption())
    .action(async (given: { tenant: string }) => {
      const tenant = await openTenant(around, given.tenant);
      const keys = [];
      for (let cursor: string | undefined, isDone = false; !isDone; isDone = cursor === undefined) {
        const page = await listApiKeys(tenant, { limit: 200, cursor });
        keys.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      }
      const rows = keys.map(({ id, name, scopes: granted, revokedAt, expiresAt }) => [
        id,
        granted.join(','),
        revokedAt !== null ? 'revoked' : expiresAt !== null ? `until ${expiresAt}` : 'in use',
        name,
      ]);
      around.answer({
        document: keys,
        words: rows.length === 0 ? 'There are no keys.' : columns([['KEY', 'SCOPES', 'STATE', 'NAME'], ...rows]).join('\n'),
      });
    });
}

/** Throws AppError if a command cannot be carried out, and CommanderError for invalid arguments (after printing the usage). */
export async function runAdmin(words: readonly string[], around: AdminSurroundings): Promise<void> {
  const program = new Command('npm run admin --')
    .description('Tenants, people, API keys and backups of this Faultline, while it runs and when it does not.')
    .option('--json', 'print exactly one JSON document')
    .exitOverride()
    .configureOutput({ writeOut: around.writeUsage, writeErr: around.writeUsage })
    .showHelpAfterError('(add --help for the options)');
  addTenantCommands(program, around);
  addUserCommands(program, around);
  addKeyCommands(program, around);
  addBackupCommands(program, around);
  addDistributeCommand(program, around);
  inheritSettings(program);
  await program.parseAsync(words, { from: 'user' });
}

/** Subcommands copy their parent's settings when they are created, before ours are complete. This makes them equal. */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child);
  }
}

export function isUsageError(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}
