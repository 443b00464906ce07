/**
 * One caller's stream over the event log. It holds a position and no queue: each read fetches what comes after the position, so a slow
 * client costs no memory, and after a disconnect it gets what it missed when it reconnects with its last id.
 */
import type { Access, Principal } from '@/domain/access';
import { readSnapshot } from '@/server/health/readImpact';
import type { TenantDb } from '@/server/db/tenantDb';
import { readEvents } from '@/server/events/eventRows';
import { feedPieces, joinTail, leaveTail, type FeedPiece, type Tail } from './eventTail';
import { HEARTBEAT, encodeReset } from './eventText';

/** Events read from the log in one piece of a stream. */
const PAGE = 200;

/** The owner of a feed, and the access required when it was opened. */
export interface FeedCaller {
  tenant: TenantDb;
  principal: Principal;
  access: Access;
  sessionId: string | null;
}

/** `closed` is a normal end. `stalled` breaks the stream, because a client that does not read would never see a normal end. */
export type FeedEnd = 'closed' | 'stalled';

/**
 * The data of a reset. It is read after `head`, so that the snapshot contains everything reported by the events up to there, and possibly a
 * little more.
 */
export async function resetPiece({ tenant, principal }: FeedCaller, head: number): Promise<Uint8Array> {
  return encodeReset(head, { sequence: head, snapshot: await readSnapshot(tenant, principal) });
}

export class OpenFeed {
  readonly stream: ReadableStream<Uint8Array>;
  /** When the client took the last piece without asking for the next; null while it waits for one. */
  busySince: number | null = Date.now();
  sentAt = Date.now();

  private readonly tail: Tail;
  private readonly listener = (): void => this.wake();
  private wake: () => void = () => undefined;
  private ended: FeedEnd | null = null;
  private breakOff: (error: Error) => void = () => undefined;

  /** Sends `next` first, then whatever comes after `position`. `onEnd` is called once. */
  constructor(
    readonly caller: FeedCaller,
    private position: number,
    private next: Uint8Array | null,
    private readonly onEnd: (feed: OpenFeed, how: FeedEnd) => void,
  ) {
    this.tail = joinTail(caller.tenant, position, this.listener);
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.breakOff = (error) => controller.error(error)),
        pull: (controller) => this.pull(controller),
        cancel: () => this.end('closed'),
      },
      { highWaterMark: 0 },
    );
  }

  end(how: FeedEnd): void {
    if (this.ended !== null) return;
    this.ended = how;
    leaveTail(this.tail, this.listener);
    this.onEnd(this, how);
    if (how === 'stalled') this.breakOff(new Error('The client of this feed is not reading.'));
    this.wake();
  }

  /** Sends a heartbeat if there is nothing else to send. */
  beat(): void {
    this.next ??= HEARTBEAT;
    this.wake();
  }

  private async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.busySince = null;
    try {
      const bytes = await this.piece();
      this.busySince = this.sentAt = Date.now();
      if (bytes !== null) controller.enqueue(bytes);
      else if (this.ended === 'closed') controller.close();
    } catch (error) {
      this.end('closed');
      throw error;
    }
  }

  /** Null once the feed has ended. */
  private async piece(): Promise<Uint8Array | null> {
    for (;;) {
      if (this.ended !== null) return null;
      if (this.next !== null) {
        const bytes = this.next;
        this.next = null;
        return bytes;
      }
      if (this.position < this.tail.head) {
        const bytes = await this.readOn();
        // Nothing, if none of the events concerns the caller.
        if (bytes === null || bytes.length > 0) return bytes;
        continue;
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** The next events. If they have left the log meanwhile, the feed ends: a reconnecting client is admitted again and gets its reset. */
  private async readOn(): Promise<Uint8Array | null> {
    const { tail, position } = this;
    const [oldest] = tail.recent;
    if (oldest !== undefined && oldest.sequence <= position + 1) {
      this.position = tail.head;
      return this.joined(tail.recent.slice(position + 1 - oldest.sequence));
    }
    const events = await readEvents(this.caller.tenant, position, PAGE);
    const [first, last] = [events[0]?.open, events.at(-1)?.open];
    if (first === undefined || last === undefined || first.sequence !== position + 1) {
      this.end('closed');
      return null;
    }
    this.position = last.sequence;
    return this.joined(await feedPieces(this.caller.tenant, events));
  }

  private joined(pieces: readonly FeedPiece[]): Uint8Array {
    const { principal } = this.caller;
    const form = principal.canSeeRevenue ? 'whole' : 'open';
    return Buffer.concat(pieces.filter(({ concerns }) => concerns(principal)).map(({ bytes }) => bytes[form]));
  }
}
