/**
 * Finds host names in what a container is given: environment variables, the words of its command, the lines of its files. Does not know
 * which service has which name.
 */

/**
 * Words in the names of variables whose value is an address even if it is one bare name: `WORDPRESS_DB_HOST`, `PGHOST`,
 * `KAFKA_BOOTSTRAP_SERVERS`, `spring.redis.host`.
 */
const ADDRESS_WORDS = new Set([
  'hostname',
  'addr',
  'address',
  'addresse',
  'url',
  'uri',
  'dsn',
  'endpoint',
  'broker',
  'bootstrap',
  'upstream',
  'backend',
  'connect',
  'link',
  'target',
  'gateway',
  'seed',
]);
/**
 * Words in the names of variables that say who may call the container, or what it is called itself. Such a value is not something that it
 * needs.
 */
const CALLER_WORDS = new Set([
  'allowed',
  'allow',
  'trusted',
  'cor',
  'origin',
  'redirect',
  'callback',
  'advertised',
  'virtual',
  'whitelist',
]);
/** Words in the names of variables whose value is never an address, whatever it looks like. */
const OTHER_WORDS = new Set(['tag', 'version', 'password', 'passwd', 'secret', 'token', 'credential', 'volume']);

// Every repetition is bounded, so matching takes time proportional to the length of the text.
const NAME = '[A-Za-z0-9](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9])?';
/** Does not match in the middle of a name, a path or a variable. */
const START = '(?<![A-Za-z0-9._$%/\\\\-])';
const PORT = '(?:25|53|80|[1-9]\\d{2,4})';
const ADDRESS = new RegExp(`${START}(${NAME}):${PORT}(?![\\w.-])`, 'g');
const AFTER_USER = new RegExp(`@(${NAME})(?=[:/?)\\s,]|$)`, 'g');
/** `Server=db;Database=shop`, `host=db port=5432`, `--db-host=db`, `--db-host db`, `-h db`, `nc -z db 5432`, `replicaof db 6379`. */
const KEYED = new RegExp(
  `(?:\\b(?:[\\w.-]{0,60}(?:host|hostname|server|servers|addr|address|endpoint|url|uri|broker|brokers)|data source|replicaof|slaveof)(?:\\s*=\\s*|\\s+)|(?:^|\\s)-h\\s*|\\bnc(?:\\s+-\\S{1,20}(?:\\s+\\d{1,5})?){1,5}\\s+)["']?(${NAME}(?:,${NAME}){0,50})(?![\\w.:/@=-])`,
  'gi',
);
/** Scheme and authority. A comma may separate two hosts or two URLs. */
const URL_START = /[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/((?:[^\s/?#"'<>|,]|,(?![A-Za-z][\w+.-]{0,30}:\/\/))*)/g;
const WHOLE_NAME = new RegExp(`^${NAME}$`);
/** Longer values are scripts or certificates, in characters. */
const LONGEST_VALUE = 8_192;

/** The host names in the value of a variable, in order, each once, in lower case. The caller checks whether they name a service. */
export function hostsInVariable(variable: string, value: string): string[] {
  const words = wordsOf(variable);
  const has = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  // IMAGE_PROVIDER_HOST is an address, PROXY_IMAGE is none.
  const isImage = words.includes('image') && !/^(?:host|hostname|addr|addres|address)$/.test(words.at(-1) ?? '');
  if (has(CALLER_WORDS) || has(OTHER_WORDS) || isImage || /no_?proxy/i.test(variable)) return [];
  const isAddress =
    has(ADDRESS_WORDS) ||
    /connection_?strings?/i.test(variable) ||
    words.some((word) => word !== 'ghost' && /(?:host|server|broker)$/.test(word));
  return distinct([...hostsIn(value), ...(isAddress ? bareNames(value) : [])]);
}

/** The host names in a command and its arguments, in order, each once, in lower case. */
export function hostsInCommand(words: readonly string[]): string[] {
  return distinct(hostsIn(words.join(' ')));
}

/** The host names in one line of a configuration file, each once, in lower case. Reads `host: db` like a variable and skips comments. */
export function hostsInLine(line: string): string[] {
  const text = line.slice(0, LONGEST_VALUE).trim();
  if (/^(?:#|;|\/\/|<!--)/.test(text)) return [];
  const [, key, value] = /^-? {0,20}["']?([A-Za-z][\w.-]{0,100})["']?\s{0,20}[:=]\s{1,20}(.+)$/.exec(text) ?? [];
  if (key === undefined || value === undefined) return distinct(hostsIn(text));
  return hostsInVariable(key, value.replace(/[,;]$/, '').replace(/^(["'])(.*)\1$/, '$2'));
}

/** Reads `db`, `es1, es2` and `["es1", "es2"]`; empty if the value contains anything else. */
function bareNames(value: string): string[] {
  if (value.length > LONGEST_VALUE) return [];
  const names = value.split(/[\s,;[\]"']+/).filter((name) => name !== '');
  return names.every((name) => WHOLE_NAME.test(name)) ? names : [];
}

function hostsIn(whole: string): string[] {
  const text = whole.slice(0, LONGEST_VALUE);
  const found: { at: number; host: string }[] = [];
  const rest = text.replace(URL_START, (url: string, authority: string, at: number) => {
    for (const host of hostsOfAuthority(authority)) found.push({ at, host });
    // Blanks of the same length preserve the positions of what follows.
    return ' '.repeat(url.length);
  });
  for (const pattern of [ADDRESS, AFTER_USER])
    for (const match of rest.matchAll(pattern)) found.push({ at: match.index, host: match[1] ?? '' });
  for (const match of rest.matchAll(KEYED)) for (const host of (match[1] ?? '').split(',')) found.push({ at: match.index, host });
  return found.sort((left, right) => left.at - right.at).map(({ host }) => host);
}

/** `user:secret@a:27017,b:27017` contains two hosts. */
function hostsOfAuthority(authority: string): string[] {
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  return hosts.split(',').flatMap((item) => new RegExp(`^(${NAME})(?=:|$|[)\\]};])`).exec(item)?.[1] ?? []);
}

function wordsOf(variable: string): string[] {
  return variable
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ''));
}

function distinct(hosts: readonly string[]): string[] {
  return [...new Set(hosts.filter((host) => host !== '').map((host) => host.toLowerCase()))];
}
