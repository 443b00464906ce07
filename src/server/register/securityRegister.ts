/** Answers the dependency security register, as pages or as a file. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FileAnswer } from '@/contract/fileAnswer';
import {
  MOST_APPLICATIONS_LISTED,
  MOST_ENTRIES_IN_FILE,
  type RegisterFileInput,
  type RegisterInput,
  type SecurityRegister,
} from '@/contract/securityRegister';
import { isGuid } from '@/contract/values/guid';
import { invalidInput } from '@/domain/errors';
import { REGISTER_CSV_HEAD, registerCsvLine } from '@/domain/register/registerCsv';
import { completenessOf, type RegisterCompleteness, type RegisterEntry } from '@/domain/register/registerEntry';
import { selectEntries } from '@/domain/register/registerSelection';
import { sharesOf, worstFirst, worstKeys, type SharesOfRegister } from '@/domain/register/registerShares';
import { pastInstantOf, type PastInstant } from '@/server/graphs/pastInstant';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor } from '@/server/lists/cursor';
import { byCodeUnit } from '@/plain/order';
import type { TenantDb } from '@/server/db/tenantDb';
import { loadRegister, type Register } from './loadRegister';

interface Selection {
  register: Register;
  pastInstant: PastInstant | null;
  entries: RegisterEntry[];
  /** Identifies the filters within this register. */
  key: string;
}

/** Yields to others after this many lines. */
const LINES_AT_A_TIME = 2_000;

/** A page. Throws 400 for an unknown application, and for an `at` in the future. */
export async function listRegister(tenant: TenantDb, query: RegisterInput): Promise<SecurityRegister> {
  const { limit = DEFAULT_LIMIT, cursor, sort = 'name', ...filters } = query;
  // Cursors that were given before there was an order to choose stay good.
  const scope = { tenantId: tenant.tenantId, list: 'security-register', filters: { ...filters, ...(sort === 'name' ? {} : { sort }) } };
  const after = decodeCursor(scope, cursor);
  const selection = await select(tenant, filters);
  const { register, pastInstant } = selection;
  const entries = sort === 'worst' ? worstFirst(selection.entries) : selection.entries;
  const keysOf = sort === 'worst' ? worstKeys : nameKeys;
  const start = after === null ? 0 : entries.findIndex((entry) => isBehind(keysOf(entry), after));
  const items = start === -1 ? [] : entries.slice(start, start + limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: last !== undefined && start + limit < entries.length ? encodeCursor(scope, JSON.stringify(keysOf(last))) : null,
    total: entries.length,
    completeness: completeness(register, filters.application),
    at: pastInstant?.at ?? null,
    landscapeVersion: register.landscapeVersion,
    digest: await digestOf(selection),
  };
}

/** Everything that the filters select, as CSV. Throws like a page, and 400 if the file would be too long. */
export async function exportRegister(tenant: TenantDb, filters: RegisterFileInput): Promise<FileAnswer> {
  const selection = await select(tenant, filters);
  const { register, pastInstant, entries } = selection;
  if (entries.length > MOST_ENTRIES_IN_FILE)
    throw invalidInput(
      'application',
      `a file has at most ${MOST_ENTRIES_IN_FILE} dependencies, but these are ${entries.length}; ask for one application or criticalityTier at a time`,
    );
  let content = '';
  for await (const portion of csvOf(entries)) content += portion;
  const when = pastInstant === null ? 'now' : pastInstant.at.slice(0, 10);
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    fileName: `dependency-security-register-${when}-v${register.landscapeVersion}.csv`,
    content,
    headers: { 'Register-Digest': await digestOf(selection), 'Landscape-Version': String(register.landscapeVersion) },
  };
}

async function select(tenant: TenantDb, filters: RegisterFileInput): Promise<Selection> {
  const { at, application, unprotected: isUnprotected, ...others } = filters;
  const pastInstant = at === undefined ? null : await pastInstantOf(tenant, at);
  const register = await loadRegister(tenant, pastInstant);
  const applicationId = application === undefined ? undefined : applicationIdOf(register, application);
  const exact = { ...others, isUnprotected, applicationId };
  const key = JSON.stringify(
    Object.entries(exact)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => byCodeUnit(a, b)),
  );
  return { register, pastInstant, entries: selectEntries(register.entries, exact), key };
}

/** An unknown application must not look like one without gaps. */
function applicationIdOf(register: Register, reference: string): string {
  const id = reference.toLowerCase();
  const found = register.applications.find((application) =>
    isGuid(reference) ? application.id === id : application.technicalName === reference,
  );
  if (found === undefined) throw invalidInput('application', 'no application has this id or technicalName (at the requested time)');
  return found.id;
}

/** The sort keys as texts. */
function nameKeys({ isUnprotected, source, target, dependencyType }: RegisterEntry): string[] {
  return [isUnprotected ? '0' : '1', source.technicalName, target.technicalName, dependencyType];
}

function isBehind(keys: readonly string[], position: string): boolean {
  const at = JSON.parse(position) as string[];
  for (const [index, key] of keys.entries()) {
    const other = at[index] ?? '';
    if (key !== other) return key > other;
  }
  return false;
}

function completeness({ entries }: Register, application: string | undefined): SecurityRegister['completeness'] {
  const { overall, byApplication, byCriticalityTier, shares } = wholeCompleteness(entries);
  const id = application?.toLowerCase();
  const wanted =
    application === undefined ? byApplication : byApplication.filter((row) => row.id === id || row.technicalName === application);
  const listed = wanted.slice(0, MOST_APPLICATIONS_LISTED);
  return { overall, byApplication: listed, applicationsOmitted: wanted.length - listed.length, byCriticalityTier, shares };
}

type WholeCompleteness = RegisterCompleteness & { shares: SharesOfRegister };

const completenesses = new WeakMap<Register['entries'], WholeCompleteness>();

/** The least complete applications first. Calculated once per kept register, because it is the same for every filter and page. */
function wholeCompleteness(entries: Register['entries']): WholeCompleteness {
  const known = completenesses.get(entries);
  if (known !== undefined) return known;
  const counted = completenessOf(entries);
  const whole = {
    ...counted,
    shares: sharesOf(entries),
    byApplication: counted.byApplication.sort((a, b) => (a.percent ?? 100) - (b.percent ?? 100)),
  };
  completenesses.set(entries, whole);
  return whole;
}

async function* csvOf(entries: readonly RegisterEntry[]): AsyncGenerator<string> {
  yield REGISTER_CSV_HEAD;
  for (let start = 0; start < entries.length; start += LINES_AT_A_TIME) {
    yield entries
      .slice(start, start + LINES_AT_A_TIME)
      .map(registerCsvLine)
      .join('');
    await setImmediate();
  }
}

/** The digest of the file's bytes. Calculated once for each selection of a register. */
function digestOf({ register, entries, key }: Selection): Promise<string> {
  const known = register.digests.get(key);
  if (known !== undefined) return known;
  if (register.digests.size >= 100) register.digests.clear();
  const digest = hash(entries);
  register.digests.set(key, digest);
  return digest;
}

async function hash(entries: readonly RegisterEntry[]): Promise<string> {
  const sum = createHash('sha256');
  for await (const portion of csvOf(entries)) sum.update(portion, 'utf8');
  return `sha256:${sum.digest('hex')}`;
}
