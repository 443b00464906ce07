/**
 * Keeps keys in the system's keychain through the tool that the system brings: `security` on macOS, `secret-tool` on Linux, DPAPI by
 * PowerShell on Windows. A key goes through a pipe, never into the arguments, where other users could read it.
 */
import { spawnSync } from 'node:child_process';
import { Failure } from './failure';
import type { World } from './world';

export type KeychainKind = 'macos' | 'secret-service' | 'dpapi';

/** What a profile says of a key that it does not hold itself. */
export interface KeychainEntry {
  kind: KeychainKind;
  /** DPAPI keeps nothing: it returns the key encrypted for this user of this machine. */
  sealed?: string;
}

/** Why a keychain does not do what it was asked for, as in "it is locked". */
export class KeychainFailure extends Failure {
  constructor(readonly reason: string) {
    super(`no keychain can be used: ${reason}`, { code: 'keychain_unavailable' });
  }
}

type Surroundings = Pick<World, 'env'> & { platform?: NodeJS.Platform };

/** A keychain may ask its owner to unlock it; without a screen nobody ever answers. */
const PATIENCE_MS = 60_000;
const SERVICE = 'faultline';
const OF_PLATFORM: Partial<Record<NodeJS.Platform, KeychainKind>> = { darwin: 'macos', linux: 'secret-service', win32: 'dpapi' };

/** Whether FAULTLINE_KEYCHAIN allows a keychain. Throws Failure for a word that it does not know. */
export function allowsKeychain({ env }: Pick<World, 'env'>): boolean {
  const word = env.FAULTLINE_KEYCHAIN?.trim().toLowerCase() ?? '';
  if (word !== '' && word !== 'on' && word !== 'off')
    throw new Failure('FAULTLINE_KEYCHAIN must be on or off', {
      code: 'bad_keychain',
      hint: 'leave it out to use a keychain where there is one',
    });
  return word !== 'off';
}

/** Stores the key and reads it back. Throws KeychainFailure if that does not work. */
export function storeInKeychain(account: string, key: string, world: Surroundings): KeychainEntry {
  const kind = OF_PLATFORM[world.platform ?? process.platform];
  if (kind === undefined) throw new KeychainFailure('there is none on this system');
  const sealed = TOOLS[kind].store(account, key, world);
  const entry: KeychainEntry = sealed === null ? { kind } : { kind, sealed };
  if (readFromKeychain(account, entry, world) === key) return entry;
  throw new KeychainFailure('it did not return what was stored');
}

/** Null if the keychain works but does not hold it. Throws KeychainFailure, for instance if it stays locked. */
export function readFromKeychain(account: string, entry: KeychainEntry, world: Surroundings): string | null {
  return toolOf(entry).read(account, entry, world);
}

/** Fine if it is gone already. Throws KeychainFailure. */
export function removeFromKeychain(account: string, entry: KeychainEntry, world: Surroundings): void {
  toolOf(entry).remove(account, world);
}

interface KeychainTool {
  /** Returns what the profile has to keep instead; null if the keychain keeps it all. */
  store(account: string, key: string, world: Surroundings): string | null;
  read(account: string, entry: KeychainEntry, world: Surroundings): string | null;
  remove(account: string, world: Surroundings): void;
}

const macos: KeychainTool = {
  store: (account, key, world) => {
    const command = `add-generic-password -U -s ${SERVICE} -a "${account}" -l "Faultline: ${account}" -w "${key}"\n`;
    succeeded(run('security', ['-i'], command, world));
    return null;
  },
  read: (account, _entry, world) => {
    const result = run('security', ['find-generic-password', '-s', SERVICE, '-a', account, '-w'], '', world);
    // errSecItemNotFound
    if (result.status === 44) return null;
    return succeeded(result).trim();
  },
  remove: (account, world) => {
    const result = run('security', ['delete-generic-password', '-s', SERVICE, '-a', account], '', world);
    if (result.status !== 44) succeeded(result);
  },
};

const secretService: KeychainTool = {
  store: (account, key, world) => {
    succeeded(run('secret-tool', ['store', `--label=Faultline: ${account}`, ...secretAttributes(account)], key, world));
    return null;
  },
  read: (account, _entry, world) => {
    const result = run('secret-tool', ['lookup', ...secretAttributes(account)], '', world);
    if (!isSilent(result)) return succeeded(result).trim();
    refuseIfLocked(account, world);
    return null;
  },
  remove: (account, world) => {
    const result = run('secret-tool', ['clear', ...secretAttributes(account)], '', world);
    if (!isSilent(result)) succeeded(result);
    refuseIfLocked(account, world);
  },
};

function secretAttributes(account: string): string[] {
  return ['service', SERVICE, 'account', account];
}

/** `secret-tool` ends with 1 and not a word where it finds nothing, and also where the keyring is locked. */
function isSilent({ status, stderr }: ToolResult): boolean {
  // Libraries of the desktop write warnings of their own.
  return status === 1 && !stderr.includes('secret-tool: ');
}

/** A search finds items of a locked keyring too. */
function refuseIfLocked(account: string, world: Surroundings): void {
  const found = succeeded(run('secret-tool', ['search', ...secretAttributes(account)], '', world));
  if (found.trim() !== '') throw new KeychainFailure('it is locked');
}

const SEAL = '[Console]::In.ReadToEnd() | ConvertTo-SecureString -AsPlainText -Force | ConvertFrom-SecureString';
const UNSEAL =
  '$s = [Console]::In.ReadToEnd().Trim() | ConvertTo-SecureString; [Runtime.InteropServices.Marshal]::PtrToStringBSTR([Runtime.InteropServices.Marshal]::SecureStringToBSTR($s))';

const dpapi: KeychainTool = {
  store: (_account, key, world) => succeeded(powershell(SEAL, key, world)).trim(),
  read: (_account, { sealed }, world) => (sealed === undefined ? null : succeeded(powershell(UNSEAL, sealed, world)).trim()),
  remove: () => undefined,
};

const TOOLS: Readonly<Record<KeychainKind, KeychainTool>> = { macos, 'secret-service': secretService, dpapi };

function toolOf({ kind }: KeychainEntry): KeychainTool {
  if (Object.hasOwn(TOOLS, kind)) return TOOLS[kind];
  throw new KeychainFailure('the profile names one that this version does not know');
}

function powershell(script: string, input: string, world: Surroundings): ToolResult {
  return run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', `$ErrorActionPreference = 'Stop'; ${script}`], input, world);
}

interface ToolResult {
  program: string;
  status: number | null;
  stdout: string;
  stderr: string;
}

function run(program: string, args: readonly string[], input: string, { env }: Surroundings): ToolResult {
  // Without a PATH of its own, the system would look in a default one.
  if ((env.PATH ?? env.Path ?? '') === '') throw new KeychainFailure(`${program} is not installed`);
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    input,
    env: { ...env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    windowsHide: true,
  });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOENT') throw new KeychainFailure(`${program} is not installed`);
  if (code === 'ETIMEDOUT') throw new KeychainFailure(`${program} did not answer; the keychain may be waiting to be unlocked`);
  // A tool that reads nothing may be gone before its input is written.
  if (error !== undefined && code !== 'EPIPE') throw new KeychainFailure(`${program} cannot be started: ${error.message}`);
  return { program, status, stdout, stderr };
}

/** What it printed. Throws KeychainFailure with the first line of what it complained about, which never holds the key. */
function succeeded({ program, status, stdout, stderr }: ToolResult): string {
  if (status === 0) return stdout;
  const [complaint = ''] = stderr.trim().split('\n');
  const words = complaint.startsWith(`${program}: `) ? complaint.slice(program.length + 2) : complaint;
  throw new KeychainFailure(`${program}: ${words === '' ? `ended with ${status ?? 'a signal'}` : words.replace(/flt_\w+/g, 'flt_…')}`);
}
