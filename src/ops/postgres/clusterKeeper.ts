/**
 * Keeps an embedded PostgreSQL running. If it ends unexpectedly, it is started again at the same address, so that clients only need to
 * reconnect.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startCluster, type Cluster, type ClusterOptions } from './embeddedPostgres';

/** If a database ends more often than this within a minute, restarting does not help. */
const MOST_RESTARTS_A_MINUTE = 5;
const ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 500;

export interface KeptCluster extends Cluster {
  /** Ends it at once and for good: its directory belongs to somebody else now. */
  abandon(): void;
}

/** Like `startCluster`. `exited` settles once the database was stopped, or cannot be kept running. */
export async function keepCluster(options: ClusterOptions): Promise<KeptCluster> {
  const keeper = new ClusterKeeper(options, await startCluster(options));
  return keeper.cluster();
}

class ClusterKeeper {
  private isStopping = false;
  private restarting: Promise<void> = Promise.resolve();
  private readonly restarts: number[] = [];
  private finish: () => void = () => undefined;
  private readonly finished = new Promise<void>((resolve) => (this.finish = resolve));

  constructor(
    private readonly options: ClusterOptions,
    private current: Cluster,
  ) {
    this.watch();
  }

  cluster(): KeptCluster {
    const endAtOnce = (): void => this.current.endAtOnce();
    const abandon = (): void => {
      this.isStopping = true;
      endAtOnce();
      this.finish();
    };
    return { ...this.current, exited: this.finished, stop: () => this.stop(), endAtOnce, abandon };
  }

  private watch(): void {
    void this.current.exited.then(() => {
      if (this.isStopping) return;
      this.restarting = this.restart();
    });
  }

  private async restart(): Promise<void> {
    const now = Date.now();
    this.restarts.push(now);
    const recent = this.restarts.filter((at) => now - at < 60_000).length;
    for (let attempt = 1; attempt <= ATTEMPTS && recent <= MOST_RESTARTS_A_MINUTE && !this.isStopping; attempt++) {
      this.options.log('The database ended unexpectedly; starting it again …');
      try {
        this.current = await startCluster({ ...this.options, port: this.current.port });
        this.options.log('The database runs again.');
        this.watch();
        return;
      } catch (error) {
        this.options.log(error instanceof Error ? error.message : String(error));
        await delay(BETWEEN_ATTEMPTS_MS);
      }
    }
    if (!this.isStopping) this.finish();
  }

  private async stop(): Promise<void> {
    this.isStopping = true;
    await this.restarting;
    await this.current.stop();
    this.finish();
  }
}
