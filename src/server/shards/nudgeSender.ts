/** Nudges from a process that does no background work itself: to the replica that looks after the tenant, as far as it can be reached. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@/server/db/database';
import { log } from '@/server/observability/log';
import { DatabaseNudgeWire, type NudgeWire } from './nudgeWire';
import { hashOf, living, ownerOf, type Living } from './rendezvous';
import { BEAT_MS, livingReplicas } from './replicas';

interface Surroundings {
  database: Database;
  /** Takes the nudges for replicas that are out of reach. */
  otherwise: (kind: string, tenantId: string) => void;
  /** Replaces the wire over the database. */
  wire?: NudgeWire;
}

export class NudgeSender {
  private readonly wire: NudgeWire;
  private replicas: Living = living([]);
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private hasFailed = false;

  constructor(private readonly around: Surroundings) {
    const { database, wire } = around;
    // Nobody nudges this process. It listens to know who else does.
    this.wire = wire ?? new DatabaseNudgeWire({ database, selfId: randomUUID(), hear: () => undefined, now: () => performance.now() });
  }

  /** Something was committed here that needs work. Never waits and never fails. */
  nudge(kind: string, tenantId: string): void {
    const owner = ownerOf(hashOf(tenantId), this.replicas);
    if (owner !== null && this.wire.reaches(owner)) this.wire.send(owner, kind, tenantId);
    else this.around.otherwise(kind, tenantId);
  }

  /** Reads which replicas are alive. */
  async look(): Promise<void> {
    this.replicas = living(await livingReplicas(this.around.database));
    await this.wire.keepUp();
  }

  /** Reads every two seconds from now on which replicas are alive. */
  start(): void {
    this.running = this.look()
      .then(() => void (this.hasFailed = false), this.failed)
      .then(() => {
        if (!this.isStopped) this.timer = setTimeout(() => this.start(), BEAT_MS).unref();
      });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
    await this.wire.stop();
  }

  /** One log line covers a whole outage. */
  private readonly failed = (error: unknown): void => {
    if (!this.hasFailed) log().warn({ err: error }, 'the replicas that do background work could not be read');
    this.hasFailed = true;
  };
}
