/** Whether the service can be reached, and when it was heard last. The live feed leads; while it is away, the service is asked by itself. */
import type { FeedStatus } from './liveFeed';

export interface ConnectionState {
  /** False once the service was asked and did not answer. */
  isReachable: boolean;
  /** Milliseconds since 1970. What is shown was current then. */
  heardAt: number;
}

export interface ConnectionWorld {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so many milliseconds; the answer takes that back. */
  after(milliseconds: number, call: () => void): () => void;
  /** Whether the service answers at all. Never rejects. */
  probe(): Promise<boolean>;
}

/** Without the feed the service is asked this often. */
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

  /** Calls back when it is lost or found; the answer ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** As it was told last: the same object until it is lost or found. */
  readonly read = (): ConnectionState => this.state;

  /** The feed has said something. Tells nobody: that happens often, and matters only once nothing more is heard. */
  hear(): void {
    this.heardAt = this.world.now();
  }

  /** How the feed stands. Without it the service is asked at once, and again and again. */
  follow(status: FeedStatus): void {
    this.status = status;
    this.cancel();
    if (status === 'live') this.found(true);
    if (status === 'lost') void this.check();
  }

  /** True where a page can be opened: without asking while the feed lives. */
  async mayLeave(): Promise<boolean> {
    return this.status === 'lost' ? this.check() : true;
  }

  /** Asks the service now. Who asks while that is under way shares its answer. */
  check(): Promise<boolean> {
    this.cancel();
    this.asking ??= this.world.probe().then((isReachable) => {
      this.asking = null;
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
