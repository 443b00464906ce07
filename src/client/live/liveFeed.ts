/**
 * The live feed of one tenant: one connection for all its pages, resumed after every break where it stopped. It reads the stream itself
 * instead of using EventSource, which hides heartbeats: without them, silence and a connection that died while the machine slept look the
 * same.
 */
import { createFeedText } from './feedText';

/** `lost` lasts from the end of one connection to the first data of the next. */
export type FeedStatus = 'connecting' | 'live' | 'lost';

export interface FeedWorld {
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after this many milliseconds; the returned function cancels it. */
  after(milliseconds: number, call: () => void): () => void;
}

export interface FeedListener {
  onStatus(status: FeedStatus): void;
  /** The connection is open: data read before may have missed something. `isFirst` unless there was one before. */
  onOpen(isFirst: boolean): void;
  onEvent(type: string): void;
  /** Something arrived, even if only a heartbeat. */
  onHeard(): void;
}

/** The server sends something at least every 15 seconds. */
const SILENT_FOR_MS = 40_000;
const WATCH_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export class LiveFeed {
  private status: FeedStatus = 'connecting';
  private lastEventId: string | null = null;
  private failures = 0;
  private heardAt = 0;
  private connection: AbortController | null = null;
  private cancelTimer: () => void = () => undefined;
  private isWanted = false;

  constructor(
    private readonly url: string,
    private readonly world: FeedWorld,
    private readonly listener: FeedListener,
  ) {}

  get isLive(): boolean {
    return this.status === 'live';
  }

  /** Opens the feed unless it is open. */
  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    this.failures = 0;
    void this.connect();
  }

  /** Closes the feed; `start` resumes after the last event. */
  stop(): void {
    this.isWanted = false;
    this.cancelTimer();
    this.connection?.abort();
    this.connection = null;
    this.tell('lost');
  }

  /** Called when the machine may have slept or the network may be back: reconnects without waiting. */
  check(): void {
    if (!this.isWanted) return;
    if (this.connection !== null && this.world.now() - this.heardAt < SILENT_FOR_MS) return;
    this.cancelTimer();
    this.connection?.abort();
    this.failures = 0;
    void this.connect();
  }

  private tell(status: FeedStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.listener.onStatus(status);
  }

  private async connect(): Promise<void> {
    const connection = new AbortController();
    this.connection = connection;
    this.heardAt = this.world.now();
    this.watch(connection);
    let waitMs: number | null = null;
    try {
      const headers: Record<string, string> = {
        Accept: 'text/event-stream',
        ...(this.lastEventId === null ? {} : { 'Last-Event-ID': this.lastEventId }),
      };
      const answer = await this.world.fetch(this.url, { headers, cache: 'no-store', signal: connection.signal });
      if (!answer.ok || answer.body === null) waitMs = retryAfterMs(answer);
      else await this.listen(answer.body, connection);
    } catch {
      // A broken connection needs no report: the status shows it.
    }
    if (this.connection !== connection) return;
    this.connection = null;
    this.cancelTimer();
    this.tell('lost');
    this.failures += 1;
    this.cancelTimer = this.world.after(waitMs ?? waitAfter(this.failures), () => void this.connect());
  }

  private async listen(body: ReadableStream<Uint8Array>, connection: AbortController): Promise<void> {
    const isFirst = this.lastEventId === null;
    const text = createFeedText();
    const decoder = new TextDecoder();
    const reader = body.getReader();
    let isOpen = false;
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.connection !== connection) return;
      this.heardAt = this.world.now();
      this.listener.onHeard();
      const events = text.read(decoder.decode(value, { stream: true }));
      this.lastEventId = text.lastEventId ?? this.lastEventId;
      if (!isOpen) {
        isOpen = true;
        this.failures = 0;
        this.tell('live');
        this.listener.onOpen(isFirst);
      }
      for (const { type } of events) this.listener.onEvent(type);
    }
  }

  /** Aborts a connection that has gone silent. */
  private watch(connection: AbortController): void {
    this.cancelTimer = this.world.after(WATCH_MS, () => {
      if (this.connection !== connection) return;
      if (this.world.now() - this.heardAt >= SILENT_FOR_MS) connection.abort();
      else this.watch(connection);
    });
  }
}

/** Doubles after each failure. */
function waitAfter(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10));
}

function retryAfterMs(answer: Response): number | null {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
}
