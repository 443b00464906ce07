/** Server, tenant and key from options and environment, checked before anything is sent. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { looksLikeKey } from '@/domain/apiKeyFormat';
import { isLoopbackHost } from '@/plain/loopback';
import { Failure } from './failure';
import { chosenProfile, keyOfProfile, type Profile } from './profiles';
import { reasonOf } from './reasonOf';
import type { World } from './world';
import { isGuid } from '@/contract/values/guid';

export interface ConnectionOptions {
  url?: string | undefined;
  tenant?: string | undefined;
  keyFile?: string | undefined;
  /** A profile that `faultline login` saved. `import compose`, which connects to no server, reads profiles of the compose files here. */
  profile?: readonly string[] | undefined;
}

export interface Connection {
  /** Without a trailing slash. */
  origin: string;
  tenantId: string;
  key: string;
}

const KEY_IN_ARGUMENT = /flt_[0-9A-Za-z]{12,}/;
const KEY_OPTIONS = /^--?(?:api-?)?(?:key|token)(?:=|$)/i;

/**
 * Refuses a key on the command line: other users of the machine can read it there, and the shell keeps it in its history. Throws Failure.
 */
export function refuseKeyInArguments(argv: readonly string[]): void {
  const hint = 'put it in the environment (FAULTLINE_KEY) or in a file (--key-file FILE, FAULTLINE_KEY_FILE)';
  if (argv.some((argument) => KEY_IN_ARGUMENT.test(argument)))
    throw new Failure('an argument contains an API key: shells keep command lines in their history, and ps shows them to everybody', {
      code: 'key_in_arguments',
      hint: `${hint}, and revoke this key: it has been exposed`,
    });
  if (argv.some((argument) => KEY_OPTIONS.test(argument)))
    throw new Failure('a key must never be an argument: shells keep command lines in their history, and ps shows them to everybody', {
      code: 'key_in_arguments',
      hint,
    });
}

/**
 * From options, then the environment, then the profile. A profile's key is only ever sent to the server and tenant of that profile. Throws
 * Failure that says what is missing and how to provide it.
 */
export function resolveConnection(options: ConnectionOptions, world: World): Connection {
  const { env } = world;
  const wanted = options.profile?.at(-1) ?? setting(env.FAULTLINE_PROFILE);
  const profile = wanted === undefined && isComplete(options, env) ? null : chosenProfile(wanted, world);
  const { origin, tenantId } = resolveTarget(options, world, profile);
  const isOfProfile = profile !== null && profile.url === origin && profile.tenant === tenantId;
  return { origin, tenantId, key: readKey(options, world, () => (isOfProfile ? keyOfProfile(profile, world) : undefined)) };
}

function isComplete({ url, keyFile }: ConnectionOptions, env: World['env']): boolean {
  return (
    (url ?? setting(env.FAULTLINE_URL)) !== undefined &&
    (keyFile ?? setting(env.FAULTLINE_KEY) ?? setting(env.FAULTLINE_KEY_FILE)) !== undefined
  );
}

/** Only server and tenant. Throws Failure as `resolveConnection` does. */
export function resolveTarget(options: ConnectionOptions, { env }: World, profile: Profile | null = null): Omit<Connection, 'key'> {
  const url = options.url ?? setting(env.FAULTLINE_URL) ?? profile?.url;
  if (url === undefined) throw missing('which server?', 'give --url https://… or set FAULTLINE_URL, or run faultline login once');
  const { origin, tenantInUrl } = readUrl(url, options.url === undefined ? 'FAULTLINE_URL' : '--url');
  const tenantOfProfile = profile?.url === origin ? profile.tenant : undefined;
  const tenantOfOptions = options.tenant ?? (options.url === undefined ? undefined : tenantInUrl);
  const tenantId = tenantOfOptions ?? setting(env.FAULTLINE_TENANT) ?? tenantInUrl ?? tenantOfProfile;
  if (tenantId === undefined) throw missing('which tenant?', 'give --tenant GUID or set FAULTLINE_TENANT');
  if (!isGuid(tenantId))
    throw new Failure(`the tenant must be given as its GUID, not "${tenantId}"`, {
      code: 'bad_tenant',
      hint: 'it is the part after /api/ in the base address of the API',
    });
  return { origin, tenantId: tenantId.toLowerCase() };
}

/** What a variable says; undefined if it is empty. */
export function setting(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function missing(message: string, hint: string): Failure {
  return new Failure(message, { code: 'not_configured', hint });
}

function readUrl(text: string, source: string): { origin: string; tenantInUrl: string | undefined } {
  const refuse = (message: string, hint: string): Failure => new Failure(`${source}: ${message}`, { code: 'bad_url', hint });
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refuse(`"${text}" is not a web address`, 'write it as https://faultline.example.com');
  if (url.username !== '' || url.password !== '')
    throw refuse('must not contain a user name or password', 'the API uses a key: FAULTLINE_KEY or --key-file');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw refuse(`"${url.origin}" is not encrypted, so the key would cross the network in clear text`, `use https://${url.host}`);
  const [, tenantInUrl] = /^\/api\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  if (tenantInUrl === undefined && !/^\/(api\/?)?$/.test(url.pathname))
    throw refuse(`the path ${url.pathname} does not belong there`, `use ${url.origin}`);
  return { origin: url.origin, tenantInUrl };
}

function readKey(options: ConnectionOptions, { env, cwd }: World, ofProfile: () => string | undefined): string {
  const file = options.keyFile ?? (setting(env.FAULTLINE_KEY) === undefined ? setting(env.FAULTLINE_KEY_FILE) : undefined);
  const ofEnvironment = setting(env.FAULTLINE_KEY);
  const key = file === undefined ? (ofEnvironment ?? ofProfile()) : readKeyFile(resolve(cwd, file), file);
  if (key === undefined)
    throw missing(
      'no API key',
      'set FAULTLINE_KEY, give --key-file FILE (FAULTLINE_KEY_FILE), or run faultline login once; create keys under Settings → API keys',
    );
  assertKey(key, file !== undefined ? `${file} holds` : ofEnvironment !== undefined ? 'FAULTLINE_KEY holds' : 'the profile holds');
  return key;
}

/** `source` as in "FAULTLINE_KEY holds". Throws Failure, which never repeats the text. */
export function assertKey(text: string, source: string): void {
  if (looksLikeKey(text)) return;
  throw new Failure(`what ${source} is not an API key`, {
    code: 'bad_key',
    hint: 'a key is flt_ followed by 36 letters and digits; this one is mistyped or truncated',
  });
}

/** Throws Failure if it cannot be read. */
export function readKeyFile(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Failure(`the key file ${shown} cannot be read: ${reasonOf(error)}`, { code: 'bad_key_file' });
  }
}
