/** Which server, which tenant, which key: from options and environment, checked before anything is sent. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isGuid } from '@/contract/fields';
import { looksLikeKey } from '@/domain/apiKeyFormat';
import { isLoopbackHost } from '@/plain/loopback';
import { Failure } from './failure';
import type { World } from './world';

export interface ConnectionOptions {
  url?: string | undefined;
  tenant?: string | undefined;
  keyFile?: string | undefined;
}

export interface Connection {
  /** Without a slash at the end. */
  origin: string;
  tenantId: string;
  key: string;
}

const KEY_IN_ARGUMENT = /flt_[0-9A-Za-z]{12,}/;
const KEY_OPTIONS = /^--?(?:api-?)?(?:key|token)(?:=|$)/i;

/** Refuses a key on the command line: every other user of the machine can read it there, and the shell's history keeps it. Throws Failure. */
export function refuseKeyInArguments(argv: readonly string[]): void {
  const hint = 'put it into the environment (FAULTLINE_KEY) or into a file (--key-file FILE, FAULTLINE_KEY_FILE)';
  if (argv.some((argument) => KEY_IN_ARGUMENT.test(argument))) {
    throw new Failure('an argument holds an API key: shells keep command lines in their history, and ps shows them to everybody', {
      code: 'key_in_arguments',
      hint: `${hint}, and revoke this key, which has been seen`,
    });
  }
  if (argv.some((argument) => KEY_OPTIONS.test(argument))) {
    throw new Failure('a key is never given as an argument: shells keep command lines in their history, and ps shows them to everybody', {
      code: 'key_in_arguments',
      hint,
    });
  }
}

/** Throws Failure that says what is missing and how to give it. */
export function resolveConnection(options: ConnectionOptions, world: World): Connection {
  const { env } = world;
  const url = options.url ?? setting(env.FAULTLINE_URL);
  if (url === undefined) throw missing('which server?', 'give --url https://… or set FAULTLINE_URL');
  const { origin, tenantInUrl } = readUrl(url, options.url === undefined ? 'FAULTLINE_URL' : '--url');
  const tenantId = options.tenant ?? setting(env.FAULTLINE_TENANT) ?? tenantInUrl;
  if (tenantId === undefined) throw missing('which tenant?', 'give --tenant GUID or set FAULTLINE_TENANT');
  if (!isGuid(tenantId)) {
    throw new Failure(`the tenant must be its GUID, not "${tenantId}"`, {
      code: 'bad_tenant',
      hint: 'it is the part behind /api/ in the base address of the API',
    });
  }
  return { origin, tenantId: tenantId.toLowerCase(), key: readKey(options, world) };
}

function setting(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function missing(message: string, hint: string): Failure {
  return new Failure(message, { code: 'not_configured', hint });
}

function readUrl(text: string, source: string): { origin: string; tenantInUrl: string | undefined } {
  const refuse = (message: string, hint: string): Failure => new Failure(`${source}: ${message}`, { code: 'bad_url', hint });
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refuse(`"${text}" is not a web address`, 'write it as https://faultline.example.com');
  }
  if (url.username !== '' || url.password !== '')
    throw refuse('must not hold a name or password', 'the API takes a key: FAULTLINE_KEY or --key-file');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw refuse(`"${url.origin}" is not encrypted, so the key would cross the network in clear`, `use https://${url.host}`);
  }
  const [, tenantInUrl] = /^\/api\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  if (tenantInUrl === undefined && !/^\/(api\/?)?$/.test(url.pathname))
    throw refuse(`the path ${url.pathname} leads nowhere`, `use ${url.origin}`);
  return { origin: url.origin, tenantInUrl };
}

function readKey(options: ConnectionOptions, { env, cwd }: World): string {
  const file = options.keyFile ?? (setting(env.FAULTLINE_KEY) === undefined ? setting(env.FAULTLINE_KEY_FILE) : undefined);
  const key = file === undefined ? setting(env.FAULTLINE_KEY) : readKeyFile(resolve(cwd, file), file);
  if (key === undefined)
    throw missing('no API key', 'set FAULTLINE_KEY, or give --key-file FILE (FAULTLINE_KEY_FILE); keys are made under Settings → API keys');
  if (!looksLikeKey(key)) {
    throw new Failure(`what ${file === undefined ? 'FAULTLINE_KEY holds' : `${file} holds`} is not an API key`, {
      code: 'bad_key',
      hint: 'a key is flt_ and 36 letters and digits; this one is mistyped or cut',
    });
  }
  return key;
}

function readKeyFile(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Failure(`the key file ${shown} cannot be read: ${reasonOf(error)}`, { code: 'bad_key_file' });
  }
}

/** Why the file system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'it may not be opened by this user',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of its path is not a directory',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  };
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
