/** Replicas that share tenants, one process each: started, told how fast to accept signals, killed, and asked what they did. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import type { Database } from '@/server/db/database';
import { randomFrom } from '@/lab/randomFrom';
import type { ReplicaReport } from './protocol';
import { countSignals, type Counted } from './simulatedTurn';
import { overlapsIn, startReplica, type SimulatedReplica } from './startReplica';

const SEED = 45;
const DRAIN_MS = 60_000;

export class Simulation {
  readonly replicas: SimulatedReplica[] = [];
  private readonly everyReplica: SimulatedReplica[] = [];
  private readonly directory = mkdtempSync(join(tmpdir(), 'faultline-replicas-'));
  private readonly random = randomFrom(SEED);
  private started = 0;
  killed = 0;

  constructor(
    /** The database through each node that accepts statements, assigned to the replicas in turn. */
    private readonly entries: readonly DatabaseAddresses[],
    readonly tenants: readonly string[],
  ) {}

  async start(): Promise<void> {
    this.started += 1;
    const number = this.started;
    const replica = await startReplica({
      addresses: this.entries[number % this.entries.length]!,
      logFile: join(this.directory, String(number)),
      // To the others, each seems to be on a separate machine: only its silence shows that it is gone.
      owner: JSON.stringify({ space: `machine ${number}`, pid: number, startedAt: 'simulated' }),
      tenants: this.tenants,
      seed: SEED + number,
    });
    this.replicas.push(replica);
    this.everyReplica.push(replica);
  }

  setPace(signalsPerSecond: number): void {
    for (const replica of this.replicas) replica.setPace(signalsPerSecond / this.replicas.length);
  }

  async killOne(): Promise<void> {
    const [replica] = this.replicas.splice(Math.floor(this.random() * this.replicas.length), 1);
    await replica?.kill();
    this.killed += 1;
  }

  /** Kills a replica `times` times while `signalsPerSecond` are accepted, and starts a replacement each time. */
  async killOften(times: number, { everyMs, signalsPerSecond }: { everyMs: number; signalsPerSecond: number }): Promise<void> {
    for (let kill = 0; kill < times; kill++) {
      this.setPace(signalsPerSecond);
      await sleep(everyMs);
      await this.killOne();
      await this.start();
    }
  }

  /** Stops accepting signals and lets the replicas finish, for at most a minute; then counts the outcome of every signal. */
  async drain(database: Database): Promise<Counted> {
    this.setPace(0);
    const end = performance.now() + DRAIN_MS;
    let counted = await countSignals(database, this.tenants);
    while (counted.waiting > 0 && performance.now() < end) {
      await sleep(500);
      counted = await countSignals(database, this.tenants);
    }
    return counted;
  }

  reports(): Promise<ReplicaReport[]> {
    return Promise.all(this.replicas.map((replica) => replica.report()));
  }

  /** How often two replicas worked on a tenant at the same time. */
  overlaps(): number {
    return overlapsIn(this.everyReplica.flatMap((replica) => replica.spans()));
  }

  async end(): Promise<void> {
    for (const replica of this.replicas.splice(0)) await replica.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
