/** A client of the live feed: whenever its stream breaks or falls silent, it reconnects to some server and passes the last number it got. */
import { setTimeout as delay } from 'node:timers/promises';
import { type FeedReader, openFeedAt } from '@/test/feedReader';
import type { SeenEvent } from './history';
import { type Envelope, seenEvent } from './seenEvent';

/** After this long the stream counts as silent; heartbeats come more often. */
const SILENCE_MS = 30_000;

interface Source {
  tenantId: string;
  key: string;
  /** Null while no server is up. */
  port: () => number | null;
}

export class FeedClient {
  readonly events: SeenEvent[] = [];
  /** Everything that came and is neither an event nor a heartbeat. */
  readonly odd: string[] = [];
  reconnects = 0;
  private isStopped = false;
  private reader: FeedReader | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly source: Source) {}

  start(): void {
    this.running = this.run();
  }

  get last(): number {
    return this.events.at(-1)?.sequence ?? 0;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.reader?.close().catch(() => undefined);
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const port = this.source.port();
      if (port !== null) await this.listen(port).catch(() => undefined);
      await this.reader?.close().catch(() => undefined);
      this.reconnects += 1;
      await delay(100);
    }
  }

  private async listen(port: number): Promise<void> {
    const { tenantId, key } = this.source;
    const headers = { authorization: `Bearer ${key}`, 'last-event-id': String(this.last) };
    const reader = await orSilent(openFeedAt(port, `/api/${tenantId}/events`, headers));
    if (reader === null) return;
    this.reader = reader;
    if (reader.status !== 200) {
      if (reader.status !== 503) this.odd.push(`the feed answered ${reader.status}`);
      return;
    }
    while (!this.isStopped) {
      const block = await orSilent(reader.next());
      if (block === null) return;
      // The opening of a stream, or a heartbeat.
      if (block.event === undefined) continue;
      if (block.event === 'reset') this.odd.push(`the feed restarted at ${block.id ?? ''} after ${this.last}`);
      else this.events.push(seenEvent(block.data as Envelope));
    }
  }
}

/** The result of `work`, or null if nothing came within SILENCE_MS. */
async function orSilent<Value>(work: Promise<Value>): Promise<Value | null> {
  const ended = new AbortController();
  work.catch(() => undefined);
  try {
    return await Promise.race([work, delay(SILENCE_MS, null, { signal: ended.signal, ref: false })]);
  } finally {
    ended.abort();
  }
}
