/** Whether the server can be reached, and when it was last heard. The live feed decides; while it is down, the server is probed. */
import type { FeedStatus } from './liveFeed';

export interface ConnectionState {
  /** False once the server was asked and did not answer. */
  isReachable: boolean;
  /** Milliseconds since 1970. The page's data was current then. */
  heardAt: number;
}

export interface ConnectionWorld {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after this many milliseconds; the returned function cancels it. */
  after(milliseconds: number, call: () => void): () => void;
  /** Whether the server answers at all. Never rejects. */
  probe(): Promise<boolean>;
}

/** Without the feed, the server is probed this often. */
export const PROBE_MS = 5_000;

export class Connection {
  private state: ConnectionState;
  private heardAt: number;
  private status: FeedStatus = 'connecting';
  private cancel: () => void = () => undefined;
  private asking: Promise<boolean> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly world: ConnectionWorld) {
    this.heardAt = world.now();
    this.state = { isReachable: true, heardAt: this.heardAt };
  }

  /** Calls back when the connection is lost or restored; the returned function unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The current state: the same object until the connection is lost or restored. */
  readonly read = (): ConnectionState => this.state;

  /** Records that the feed was heard. Notifies nobody: it happens often, and matters only once nothing more is heard. */
  hear(): void {
    this.heardAt = this.world.now();
  }

  /** Follows the feed's status. Without the feed, the server is probed at once and then repeatedly. */
  follow(status: FeedStatus): void {
    this.status = status;
    this.cancel();
    if (status === 'live') this.found(true);
    if (status === 'lost') void this.check();
  }

  /** True if a page can be opened; while the feed is live, without asking. */
  async mayLeave(): Promise<boolean> {
    return this.status === 'lost' ? this.check() : true;
  }

  /** Asks the server now. Concurrent callers share one request. */
  check(): Promise<boolean> {
    this.cancel();
    this.asking ??= this.world.probe().then((answered) => {
      this.asking = null;
      // A probe begun before the feed came back says nothing about now, and nobody probes again while the feed is live.
      const isReachable = answered || this.status === 'live';
      this.found(isReachable);
      if (this.status === 'lost') this.cancel = this.world.after(PROBE_MS, () => void this.check());
      return isReachable;
    });
    return this.asking;
  }

  stop(): void {
    this.status = 'connecting';
    this.cancel();
  }

  private found(isReachable: boolean): void {
    if (isReachable) this.heardAt = this.world.now();
    if (isReachable === this.state.isReachable) return;
    this.state = { isReachable, heardAt: this.heardAt };
    for (const listener of this.listeners) listener();
  }
}
