/**
 * Follows the event logs that have listeners in this process: one query a few times per second for all of them, and at once after an own
 * commit. The newest events are kept as bytes, once per tenant.
 */
import { log } from '@/server/observability/log';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { eventHeads } from '@/server/events/eventHeads';
import { onEvents } from '@/server/wake/nudges';
import { readEvents, type LoggedEvent } from '@/server/events/eventRows';
import { encodeEvent } from './eventText';
import { readersOf, type Concerns } from './feedReaders';

const POLL_MS = 400;
/** The name under which feeds hear of new events. */
export const FEED_READER = 'tails';
const MOST_RECENT = 256;

export interface Tail {
  readonly tenant: TenantDb;
  /** The last number that has been seen. */
  head: number;
  /** The newest events up to `head`, without a gap. */
  recent: FeedPiece[];
  /** Called after `head` has moved. */
  readonly listeners: Set<() => void>;
}

/** An event on the wire: for everybody, and for receivers that may see revenue. The same bytes if it contains none. */
interface FeedBytes {
  open: Uint8Array;
  whole: Uint8Array;
}

/** An event, and who gets it. */
export interface FeedPiece {
  sequence: number;
  bytes: FeedBytes;
  concerns: Concerns;
}

/** Encodes events once for all feeds. */
export async function feedPieces(tenant: TenantDb, events: readonly LoggedEvent[]): Promise<FeedPiece[]> {
  const readers = await readersOf(tenant, events);
  return events.map((event, at) => ({ sequence: event.open.sequence, bytes: feedBytes(event), concerns: readers[at] ?? (() => false) }));
}

function feedBytes({ open, whole }: LoggedEvent): FeedBytes {
  const bytes = encodeEvent(open);
  return { open: bytes, whole: whole === open ? bytes : encodeEvent(whole) };
}

interface Tails {
  byTenant: Map<string, Tail>;
  timer: NodeJS.Timeout | null;
  isLooking: boolean;
  isLookWanted: boolean;
  hasFailed: boolean;
}

function tails(): Tails {
  return processState<Tails>('eventTails', () => ({
    byTenant: new Map(),
    timer: null,
    isLooking: false,
    isLookWanted: false,
    hasFailed: false,
  }));
}

/** Adds a listener to a tenant's log, which was at `head` a moment ago. The returned tail is shared; call `leaveTail` afterwards. */
export function joinTail(tenant: TenantDb, head: number, listener: () => void): Tail {
  const all = tails();
  const tail = all.byTenant.get(tenant.tenantId) ?? { tenant, head, recent: [], listeners: new Set() };
  all.byTenant.set(tenant.tenantId, tail);
  tail.listeners.add(listener);
  onEvents(FEED_READER, (tenantId) => {
    if (tails().byTenant.has(tenantId)) void look();
  });
  all.timer ??= setTimeout(tick, POLL_MS).unref();
  return tail;
}

/** Removes a listener. A tail without listeners is dropped. */
export function leaveTail(tail: Tail, listener: () => void): void {
  tail.listeners.delete(listener);
  if (tail.listeners.size === 0) tails().byTenant.delete(tail.tenant.tenantId);
}

function tick(): void {
  const all = tails();
  all.timer = null;
  if (all.byTenant.size === 0) {
    onEvents(FEED_READER, null);
    return;
  }
  void look().then(() => {
    all.timer ??= setTimeout(tick, POLL_MS).unref();
  });
}

/** A request during a query is not lost: it queries once more. */
async function look(): Promise<void> {
  const all = tails();
  all.isLookWanted = true;
  if (all.isLooking) return;
  all.isLooking = true;
  try {
    while (all.isLookWanted && all.byTenant.size > 0) {
      all.isLookWanted = false;
      const heads = await eventHeads([...all.byTenant.keys()]);
      await Promise.all([...all.byTenant.values()].map((tail) => catchUp(tail, heads.get(tail.tenant.tenantId) ?? tail.head)));
    }
    all.hasFailed = false;
  } catch (error) {
    // The next query tries again; one log line covers a whole outage.
    if (!all.hasFailed) log().warn({ err: error }, 'the event log could not be read');
    all.hasFailed = true;
  } finally {
    all.isLooking = false;
  }
}

async function catchUp(tail: Tail, head: number): Promise<void> {
  if (head <= tail.head) return;
  // After a long jump only the end is kept; listeners further behind read the log.
  const after = Math.max(tail.head, head - MOST_RECENT);
  const events = await readEvents(tail.tenant, after, MOST_RECENT);
  const last = events.at(-1);
  if (last === undefined) return;
  const earlier = events[0]?.open.sequence === tail.head + 1 ? tail.recent : [];
  const added = await feedPieces(tail.tenant, events);
  tail.recent = [...earlier, ...added].slice(-MOST_RECENT);
  tail.head = last.open.sequence;
  for (const listener of [...tail.listeners]) listener();
}
