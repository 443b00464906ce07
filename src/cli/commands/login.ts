/**
 * `faultline login`, `logout` and `profiles`: keep server, tenant and key, so that people need not repeat them. Machines use the
 * environment instead.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openApi } from '@/cli/api';
import { askLine, askSecret } from '@/cli/askSecret';
import { assertKey, readKeyFile, resolveTarget, setting, type Connection } from '@/cli/connection';
import { EXIT, Failure } from '@/cli/failure';
import { allowsKeychain, KeychainFailure, storeInKeychain, type KeychainEntry } from '@/cli/keychain';
import {
  assertProfileName,
  forgetKey,
  keychainAccount,
  profilesFile,
  readProfiles,
  writeProfiles,
  type NamedProfile,
} from '@/cli/profiles';
import type { Session, Shell } from '@/cli/session';

const DEFAULT_NAME = 'default';

const SETTINGS_BEFORE_PROFILES = ['FAULTLINE_URL', 'FAULTLINE_TENANT', 'FAULTLINE_KEY', 'FAULTLINE_KEY_FILE'];

const LOGIN_HELP = `
Examples:
  faultline login                                          asks for the address, the tenant and the key
  faultline login --url https://faultline.example.com/api/TENANT < key.txt
  faultline login --profile staging                        another server beside the first
  faultline --profile staging push landscape.yaml

The key is kept in the system's keychain, or in a file that only you can read if there is no keychain or you use --no-keychain
or FAULTLINE_KEYCHAIN=off. It is sent to the server and tenant of its profile and to nobody else.
In a pipeline, set FAULTLINE_URL, FAULTLINE_TENANT and FAULTLINE_KEY instead.`;

interface KeychainOptions {
  /** False: `--no-keychain`. */
  keychain: boolean;
}

export function addLogin(program: Command, shell: Shell): void {
  const login = program
    .command('login')
    .summary('keep server, tenant and key for later commands')
    .description('Keep server, tenant and key for later commands, once the server has accepted the key.')
    .option('--no-keychain', 'keep the key in a file, even if there is a keychain (FAULTLINE_KEYCHAIN=off)')
    .addHelpText('after', LOGIN_HELP);
  shell.on<KeychainOptions>(login, runLogin);
  const logout = program
    .command('logout')
    .summary('forget a profile, key included')
    .description(
      'Forget a profile and its key: the one that --profile names, or else the current one. The key itself stays valid until it is revoked.',
    )
    .option('--no-keychain', 'forget the profile even if its keychain cannot be reached, and leave the key there');
  shell.on<KeychainOptions>(logout, (session, options) => Promise.resolve(runLogout(session, options)));
  const profiles = program
    .command('profiles')
    .summary('list the profiles, or make one the current one')
    .description('List the profiles; with a NAME, make that one the current one.')
    .argument('[name]', 'the profile to use from now on');
  shell.on(profiles, (session, _options: object, name?: string) => Promise.resolve(runProfiles(session, name)));
}

async function runLogin(session: Session, { keychain }: KeychainOptions): Promise<number> {
  const { world, terminal, options } = session;
  const name = options.profile?.at(-1) ?? DEFAULT_NAME;
  assertProfileName(name);
  const wantsKeychain = keychain && allowsKeychain(world);
  const target = resolveTarget(await askedFor(session), world);
  const isFromFile = options.keyFile !== undefined;
  const key =
    options.keyFile === undefined
      ? await askSecret(session, 'API key (not shown): ')
      : readKeyFile(resolve(world.cwd, options.keyFile), options.keyFile);
  assertKey(key, isFromFile ? `${options.keyFile ?? ''} holds` : 'was given');
  await assertTaken(session, { ...target, key });
  const { file, kept } = keepProfile(session, { name, url: target.origin, tenant: target.tenantId }, key, wantsKeychain);
  const where =
    kept.entry === null ? file : kept.entry.kind === 'dpapi' ? `${file}, encrypted for you by Windows` : "the system's keychain";
  terminal.note(`Logged in to ${target.origin} as profile ${name}. The key is in ${where}.`);
  if (kept.refusal !== null) terminal.note(`  ${kept.refusal}`);
  const before = SETTINGS_BEFORE_PROFILES.filter((one) => setting(world.env[one]) !== undefined);
  if (before.length > 0) terminal.note(`  What is set in the environment comes before the profile: ${before.join(', ')}`);
  if (session.isJson)
    session.writeJson({ profile: name, url: target.origin, tenant: target.tenantId, file, keychain: kept.entry?.kind ?? null });
  return EXIT.done;
}

interface Kept {
  /** Null: the file holds the key. */
  entry: KeychainEntry | null;
  /** Why it is not in a keychain although that was allowed. */
  refusal: string | null;
}

/** Replaces the profile of that name. Its former key goes, wherever it was. */
function keepProfile(session: Session, profile: NamedProfile, key: string, wantsKeychain: boolean): { file: string; kept: Kept } {
  const { world, terminal } = session;
  const { name, ...place } = profile;
  const { profiles } = readProfiles(world);
  const former = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  const kept = wantsKeychain ? keepInKeychain(session, profile, key) : { entry: null, refusal: null };
  const held = kept.entry === null ? { key } : { keychain: kept.entry };
  const now: NamedProfile = { ...profile, ...held };
  let file: string;
  try {
    file = writeProfiles(world, { current: name, profiles: { ...profiles, [name]: { ...place, ...held } } });
  } catch (error) {
    forgetKey(now, world);
    throw error;
  }
  const isReplaced = kept.entry !== null && former !== undefined && keychainAccount({ name, ...former }) === keychainAccount(now);
  if (former !== undefined && !isReplaced)
    try {
      forgetKey({ name, ...former }, world);
    } catch (error) {
      if (!(error instanceof KeychainFailure)) throw error;
      terminal.note(`The former key of profile ${name} is still in the keychain: ${error.reason}`);
    }
  return { file, kept };
}

function keepInKeychain({ world }: Session, profile: NamedProfile, key: string): Kept {
  try {
    return { entry: storeInKeychain(keychainAccount(profile), key, world), refusal: null };
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error;
    return { entry: null, refusal: error.message };
  }
}

/** Asks a person for what neither options nor the environment provide. */
async function askedFor(session: Session): Promise<Session['options']> {
  const { options, terminal, world } = session;
  if (!terminal.canAsk) return options;
  const url = options.url ?? world.env.FAULTLINE_URL ?? (await askLine(session, 'Server, for example https://faultline.example.com: '));
  const isTenantKnown = options.tenant !== undefined || world.env.FAULTLINE_TENANT !== undefined || /\/api\/[^/]+\/?$/.test(url);
  return { ...options, url, ...(isTenantKnown ? {} : { tenant: await askLine(session, 'Tenant (its GUID, under Settings): ') }) };
}

/** A key without the scope read is fine. Throws Failure if the server does not know the key, or knows it for another tenant. */
async function assertTaken({ world, terminal }: Session, connection: Connection): Promise<void> {
  try {
    await openApi(connection, world, terminal).json({ method: 'GET', path: '/components', query: { limit: 1 } });
  } catch (error) {
    if (!(error instanceof Failure) || error.facts.code !== 'scope_missing') throw error;
  }
}

function runLogout(session: Session, { keychain }: KeychainOptions): number {
  const { world, terminal, options } = session;
  const { current, profiles } = readProfiles(world);
  const name = options.profile?.at(-1) ?? current;
  const profile = name !== null && Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (name === null || profile === undefined)
    throw new Failure(name === null ? 'there is no profile' : `there is no profile "${name}"`, { code: 'unknown_profile' });
  if (keychain) forgetOrSay({ name, ...profile }, session);
  const { [name]: _gone, ...rest } = profiles;
  writeProfiles(world, { current: current === name ? (Object.keys(rest)[0] ?? null) : current, profiles: rest });
  const left = !keychain && profile.keychain !== undefined && profile.keychain.kind !== 'dpapi';
  terminal.note(
    `Profile ${name} ${left ? 'was removed from this machine; its key is still in the keychain' : 'and its key were removed from this machine'}. If nobody needs the key any more, revoke it under Settings → API keys.`,
  );
  if (session.isJson) session.writeJson({ profile: name });
  return EXIT.done;
}

/** Throws Failure if the keychain refuses; then nothing has been removed. */
function forgetOrSay(profile: NamedProfile, { world }: Session): void {
  try {
    forgetKey(profile, world);
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error;
    throw new Failure(`the key of profile ${profile.name} is in the keychain: ${error.reason}`, {
      code: 'keychain_unavailable',
      hint: 'unlock it and log out again, or use --no-keychain to leave the key there',
    });
  }
}

function runProfiles(session: Session, name: string | undefined): number {
  const { world, terminal } = session;
  const held = readProfiles(world);
  if (name !== undefined) {
    if (!Object.hasOwn(held.profiles, name)) throw new Failure(`there is no profile "${name}"`, { code: 'unknown_profile' });
    writeProfiles(world, { ...held, current: name });
  }
  const current = name ?? held.current;
  const rows = Object.entries(held.profiles).map(([profile, { url, tenant }]) => ({
    profile,
    isCurrent: profile === current,
    url,
    tenant,
  }));
  if (session.isJson) session.writeJson({ file: profilesFile(world), profiles: rows });
  else if (rows.length === 0) terminal.note('No profiles yet: run faultline login.');
  else
    for (const { profile, isCurrent, url, tenant } of rows) terminal.write(`${isCurrent ? '*' : ' '} ${profile}  ${url}/api/${tenant}\n`);
  return EXIT.done;
}
