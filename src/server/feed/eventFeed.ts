/** The live feeds of this process: who may open one, and checks on the open ones. */
import type { Counter } from 'prom-client';
import { AppError } from '@/domain/errors';
import { log } from '@/server/observability/log';
import { addGauge, counter, metrics } from '@/server/observability/metrics';
import { processState } from '@/server/processState';
import { siblings } from '@/server/siblings';
import { readEventBounds } from '@/server/events/eventRows';
import { encodeOpening } from './eventText';
import { OpenFeed, resetPiece, type FeedCaller } from './openFeed';

/** The most streams of one installation per key or person, and per tenant. */
export const MOST_PER_PRINCIPAL = 20;
const MOST_PER_TENANT = 400;
const BUSY_RETRY_SECONDS = 30;

/** A feed ends at most this long, plus one check, after its caller loses the right to it: within five seconds. */
const SWEEP_MS = 2_000;
const HEARTBEAT_MS = 15_000;
const STALLED_MS = 30_000;

/** Where a client wants to start: after a number, now (null), or at an id that no feed ever sent. */
export type FeedStart = number | null | 'unknown';

/**
 * The header takes precedence over the query: a reconnecting browser repeats the URL and sends a newer id in the header. An empty header
 * counts as none.
 */
export function feedStart(header: string | null | undefined, query: number | undefined): FeedStart {
  if (header === null || header === undefined || header === '') return query ?? null;
  return /^(0|[1-9]\d{0,14})$/.test(header) ? Number(header) : 'unknown';
}

/** Returns the callers who may no longer read; asked once for all open feeds. */
export type FindRefused = (callers: readonly FeedCaller[]) => Promise<ReadonlySet<FeedCaller>>;

interface Feeds {
  open: Set<OpenFeed>;
  findRefused: FindRefused;
  timer: NodeJS.Timeout | null;
  ended: Counter<'how'>;
}

function feeds(): Feeds {
  return processState<Feeds>('eventFeeds', () => {
    const open = new Set<OpenFeed>();
    addGauge(metrics().registry, 'faultline_feeds', 'Live feeds that are open in this process.', () => open.size);
    const how = 'Live feeds that ended, by how: closed, or stalled (the client stopped reading).';
    const ended = counter('faultline_feeds_ended_total', how, ['how']);
    return { open, findRefused: () => Promise.resolve(new Set()), timer: null, ended };
  });
}

/**
 * Returns a function that opens the stream, once; until then, the feed costs nothing. Both throw `rate_limited` if too many are open
 * already.
 */
export async function eventFeed(
  caller: FeedCaller,
  start: FeedStart,
  findRefused: FindRefused,
): Promise<{ open: () => ReadableStream<Uint8Array> }> {
  assertRoom(caller);
  feeds().findRefused = findRefused;
  const { head, oldestKept } = await readEventBounds(caller.tenant);
  const isKept = start === null || (start !== 'unknown' && start <= head && start >= oldestKept - 1);
  const position = isKept ? (start ?? head) : head;
  const first = isKept ? encodeOpening(position) : await resetPiece(caller, head);
  return { open: () => open(caller, position, first) };
}

/** Those of this process. */
function countOpen({ tenant, principal }: FeedCaller): { ofTenant: number; ofPrincipal: number } {
  const ofTenant = [...feeds().open].filter(({ caller }) => caller.tenant.tenantId === tenant.tenantId);
  return { ofTenant: ofTenant.length, ofPrincipal: ofTenant.filter(({ caller }) => caller.principal.id === principal.id).length };
}

function assertRoom(caller: FeedCaller): void {
  const [here, elsewhere] = [countOpen(caller), siblings().feedsElsewhere(caller.tenant.tenantId, caller.principal.id)];
  const ofPrincipal = here.ofPrincipal + elsewhere.ofPrincipal;
  if (ofPrincipal < MOST_PER_PRINCIPAL && here.ofTenant + elsewhere.ofTenant < MOST_PER_TENANT) return;
  const which =
    ofPrincipal < MOST_PER_PRINCIPAL ? `${MOST_PER_TENANT} live feeds of this tenant` : `${MOST_PER_PRINCIPAL} live feeds of yours`;
  throw new AppError('rate_limited', `${which} are already open. Close one, or share one among your readers.`, {
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  });
}

function open(caller: FeedCaller, position: number, first: Uint8Array): ReadableStream<Uint8Array> {
  // Concurrent callers may have opened theirs meanwhile.
  assertRoom(caller);
  const all = feeds();
  const feed = new OpenFeed(caller, position, first, (ended, how) => {
    all.open.delete(ended);
    all.ended.inc({ how });
    tellOthers(caller);
  });
  all.open.add(feed);
  tellOthers(caller);
  all.timer ??= setTimeout(look, SWEEP_MS).unref();
  return feed.stream;
}

function tellOthers(caller: FeedCaller): void {
  const others = siblings();
  if (others.webProcesses > 1) others.tellFeeds(caller.tenant.tenantId, caller.principal.id, countOpen(caller).ofPrincipal);
}

function look(): void {
  const all = feeds();
  void sweepFeeds(new Date()).finally(() => {
    all.timer = all.open.size > 0 ? setTimeout(look, SWEEP_MS).unref() : null;
  });
}

/**
 * Checks every open feed: ends those whose caller may no longer read, with one query for all, cuts those whose client stopped reading, and
 * sends heartbeats.
 */
export async function sweepFeeds(now: Date): Promise<void> {
  const time = now.getTime();
  for (const feed of [...feeds().open])
    if (feed.busySince !== null && time - feed.busySince >= STALLED_MS) feed.end('stalled');
    else if (feed.busySince === null && time - feed.sentAt >= HEARTBEAT_MS) feed.beat();
  await endRefused();
}

async function endRefused(): Promise<void> {
  const { findRefused } = feeds();
  const open = [...feeds().open];
  if (open.length === 0) return;
  try {
    const refused = await findRefused(open.map(({ caller }) => caller));
    for (const feed of open) if (refused.has(feed.caller)) feed.end('closed');
  } catch (error) {
    // Without the database nothing is sent either; the next check asks again.
    log().debug({ err: error }, 'whether callers may still read their live feeds could not be checked');
  }
}

/** Ends every feed of this process before it stops; clients reconnect to another one. */
export function closeFeeds(): void {
  for (const feed of [...feeds().open]) feed.end('closed');
}
