/** Servers that somebody logged in to, with tenant and key, in a file that only this user can read. The key itself may be in a keychain. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from './failure';
import { allowsKeychain, KeychainFailure, readFromKeychain, removeFromKeychain, type KeychainEntry } from './keychain';
import { reasonOf } from './reasonOf';
import type { World } from './world';

export interface Profile {
  url: string;
  tenant: string;
  /** The key, unless a keychain holds it. */
  key?: string;
  keychain?: KeychainEntry;
}

export interface NamedProfile extends Profile {
  name: string;
}

export interface Profiles {
  /** The profile used by default; null if there is none. */
  current: string | null;
  profiles: Readonly<Record<string, Profile>>;
}

const NONE: Profiles = { current: null, profiles: {} };
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** Null if the environment names no home directory. */
export function profilesFile({ env }: Pick<World, 'env'>): string | null {
  const given = [env.XDG_CONFIG_HOME, env.APPDATA].find((directory) => directory !== undefined && directory !== '');
  const home = [env.HOME, env.USERPROFILE].find((directory) => directory !== undefined && directory !== '');
  const folder = given ?? (home === undefined ? null : join(home, '.config'));
  return folder === null ? null : join(folder, 'faultline', 'profiles.json');
}

/** Throws Failure for a name that would need quotes in a shell. */
export function assertProfileName(name: string): void {
  if (!NAME.test(name))
    throw new Failure(`"${name}" cannot be the name of a profile`, {
      code: 'bad_profile',
      hint: 'use letters, digits, dots, hyphens and underscores, at most 63',
    });
}

/** Throws Failure if others can read the file, since its keys then count as exposed. */
export function readProfiles(world: Pick<World, 'env'>): Profiles {
  const file = profilesFile(world);
  const stat = file === null ? undefined : statSync(file, { throwIfNoEntry: false });
  if (file === null || stat === undefined) return NONE;
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw new Failure(`other users of this machine can read ${file}, which holds keys`, {
      code: 'readable_keys',
      hint: `run chmod 600 ${file}, and revoke the keys in it if somebody could have read them`,
    });
  try {
    const { current, profiles } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Profiles>;
    return { current: current ?? null, profiles: profiles ?? {} };
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error)}`, {
      code: 'bad_profiles',
      hint: 'delete it and log in again',
    });
  }
}

/** Returns the path. Writes a new file beside the old one first, so that an interruption leaves one of them intact. */
export function writeProfiles(world: Pick<World, 'env'>, profiles: Profiles): string {
  const file = profilesFile(world);
  if (file === null)
    throw new Failure('there is nowhere to store a profile', {
      code: 'no_home',
      hint: 'set HOME or XDG_CONFIG_HOME to a directory of yours',
    });
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}`, { code: 'unwritable_profiles' });
  }
  return file;
}

/** The profile named by option or FAULTLINE_PROFILE, otherwise the current one. Throws Failure if the named one does not exist. */
export function chosenProfile(wanted: string | undefined, world: Pick<World, 'env'>): NamedProfile | null {
  const { current, profiles } = readProfiles(world);
  const name = wanted ?? current;
  if (name === null) return null;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return { ...profile, name };
  if (wanted === undefined) return null;
  const known = Object.keys(profiles);
  throw new Failure(`there is no profile "${name}"`, {
    code: 'unknown_profile',
    hint: known.length === 0 ? `run faultline login --profile ${name}` : `there are ${known.join(', ')}`,
  });
}

/** What a keychain knows a profile's key by: also its server and tenant, so that a profile edited later never finds the key of another server. */
export function keychainAccount({ name, url, tenant }: Pick<NamedProfile, 'name' | 'url' | 'tenant'>): string {
  const account = `${name}@${url}/api/${tenant}`;
  // It becomes part of a command that macOS reads, so nothing in it may end that command.
  if (/^[\w.:/@[\]-]+$/.test(account)) return account;
  throw new Failure(`the profile ${name} names no server that a key could be sent to`, { code: 'bad_profiles', hint: 'log in again' });
}

/** The key itself; undefined if it is nowhere. Throws Failure if it is in a keychain that does not hand it out. */
export function keyOfProfile(profile: NamedProfile, world: Pick<World, 'env'>): string | undefined {
  const { name, key, keychain } = profile;
  if (keychain === undefined) return key;
  const refuse = (reason: string, hint: string): Failure =>
    new Failure(`the key of profile ${name} is in the keychain: ${reason}`, { code: 'keychain_unavailable', hint });
  if (!allowsKeychain(world))
    throw refuse(
      'FAULTLINE_KEYCHAIN=off does not let it be read',
      'set FAULTLINE_KEY, or run faultline login again to keep the key in a file',
    );
  let found: string | null;
  try {
    found = readFromKeychain(keychainAccount(profile), keychain, world);
  } catch (error) {
    if (!(error instanceof KeychainFailure)) throw error;
    throw refuse(error.reason, 'unlock it, set FAULTLINE_KEY, or run faultline login --no-keychain to keep the key in a file');
  }
  if (found !== null) return found;
  throw refuse('it is no longer there', 'run faultline login again');
}

/** Removes the key of a profile from the keychain that holds it, if one does. Throws KeychainFailure if it refuses. */
export function forgetKey(profile: NamedProfile, world: Pick<World, 'env'>): void {
  if (profile.keychain !== undefined) removeFromKeychain(keychainAccount(profile), profile.keychain, world);
}
