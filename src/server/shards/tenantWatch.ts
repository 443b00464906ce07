/**
 * One replica's share of all tenants. It knows when each tenant is due, hears of new work by nudges, and checks every tenant every ten
 * seconds for work whose nudge was lost. It only says where to look: whoever works on a tenant claims it first, so replicas need not agree
 * about whose it is.
 */
import type { Database } from '@/server/db/database';
import { log } from '@/server/observability/log';
import { DueTimes } from './dueTimes';
import { LookAround, type Look } from './lookAround';
import type { NudgeWire } from './nudgeWire';
import { hashOf, living, ownerOf, type Living } from './rendezvous';
import { asSystem } from '@/server/db/asSystem';
import { BEAT_MS, beat, leave, LIVES_MS, type Replica } from './replicas';
import { TenantList } from './tenantList';

const TICK_MS = 2_000;
/** Every tenant is checked once in this time, which leaves one tick for late checks. */
const ROUND_MS = 8_000;
/** The most tenants in one check: the tenants of a dead replica are checked in portions. */
const MOST_AT_ONCE = 2_000;
/** Tenants to check again soon are collected for this long. */
const GATHER_MS = 25;
/** How soon to check again when the database could not be asked. */
const AGAIN_MS = 500;
/** A timer fires a little late rather than a little early. */
const LATE_MS = 2;

/** One kind of work that tenants have. */
export interface WorkKind {
  name: string;
  /** Milliseconds until there is something to do, for those of the tenants that have anything ahead; 0 for now. */
  look: Look;
  /** Works on them as soon as possible: at once, or after somebody else's claim. Neither waits nor throws. */
  take(tenantIds: readonly string[]): void;
  /** Most nudges for it turn out to need no work, so it is checked before it starts; many tenants share one check. */
  isRarelyDue?: boolean;
}

interface Watched extends WorkKind {
  dueTimes: DueTimes;
  around: LookAround;
  /** Tenants to check with the next collection, and the earliest time from then at which they may be due. */
  soon: Map<string, number>;
}

interface Surroundings {
  database: Database;
  self: Replica;
  wire: NudgeWire;
  /** A clock in milliseconds that never goes back. */
  now?: () => number;
}

export class TenantWatch {
  private readonly kinds = new Map<string, Watched>();
  private readonly tenants: TenantList;
  private readonly now: () => number;
  private replicas: Living;
  private beatAt = Number.NEGATIVE_INFINITY;
  private heardAt: number;
  private tickedAt: number | null = null;
  /** New in this replica's share and not checked yet. */
  private readonly unseen = new Set<string>();
  /** Still to be checked in this round. */
  private round: string[] = [];
  private ticking: NodeJS.Timeout | null = null;
  private due: NodeJS.Timeout | null = null;
  private gathering: NodeJS.Timeout | null = null;
  private isStarted = false;
  private hasFailed = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly around: Surroundings,
    kinds: readonly WorkKind[],
  ) {
    this.now = around.now ?? (() => performance.now());
    this.heardAt = this.now();
    this.tenants = new TenantList(around.database);
    this.replicas = living([around.self.id]);
    for (const kind of kinds)
      this.kinds.set(kind.name, {
        ...kind,
        dueTimes: new DueTimes(),
        around: new LookAround(kind.look, () => this.isThere()),
        soon: new Map(),
      });
  }

  /** Whether this replica looks after the tenant, as far as it knows. */
  isOwn(tenantId: string): boolean {
    return ownerOf(hashOf(tenantId), this.replicas) === this.around.self.id;
  }

  /** How many replicas are alive, how many tenants this one looks after, and how many of those are on a node that does not answer. */
  get share(): { replicas: number; tenants: number; outOfReach: number } {
    return {
      replicas: this.replicas.ids.length,
      tenants: this.tenants.of(this.around.self.id).length,
      outOfReach: Math.max(0, ...[...this.kinds.values()].map(({ around }) => around.outOfReach)),
    };
  }

  /**
   * Something was committed here that needs work. Tells the replica that looks after the tenant, or does the work here if that replica is
   * out of reach.
   */
  nudge(kind: string, tenantId: string): void {
    const { self, wire } = this.around;
    const owner = ownerOf(hashOf(tenantId), this.replicas);
    if (owner === null || owner === self.id || !wire.reaches(owner)) this.hear(kind, [tenantId]);
    else wire.send(owner, kind, tenantId);
  }

  /** Another replica says that there is work. Accepted even if the tenant is not in this share, because it costs only one check. */
  hear(kind: string, tenantIds: readonly string[]): void {
    const watched = this.kinds.get(kind);
    if (watched?.isRarelyDue === true) for (const tenantId of tenantIds) this.lookSoon(kind, tenantId);
    else watched?.take(tenantIds);
  }

  /** There will be something to do for the tenant in this many milliseconds. */
  expect(kind: string, tenantId: string, inMs: number): void {
    this.kinds.get(kind)?.dueTimes.add(tenantId, this.now() + inMs + LATE_MS);
    this.arm();
  }

  /** Checks soon when the tenant is due, and treats it as due no sooner than `atLeastMs` from then. */
  lookSoon(kind: string, tenantId: string, atLeastMs = 0, gatherMs = GATHER_MS): void {
    this.kinds.get(kind)?.soon.set(tenantId, atLeastMs);
    if (this.isStarted) this.gathering ??= setTimeout(() => void this.lookAtSoon().catch(this.failed), gatherMs).unref();
  }

  /** Checks the tenants in `lookSoon`. Those that cannot be checked now are collected once more. */
  async lookAtSoon(): Promise<void> {
    if (this.gathering !== null) clearTimeout(this.gathering);
    this.gathering = null;
    for (const kind of this.kinds.values()) {
      if (kind.soon.size === 0) continue;
      const asked = new Map(kind.soon);
      kind.soon.clear();
      try {
        await this.lookAt(kind, [...asked.keys()], asked);
      } catch (error) {
        for (const [tenantId, atLeastMs] of asked) this.lookSoon(kind.name, tenantId, atLeastMs, AGAIN_MS);
        throw error;
      }
    }
  }

  /** Starts work on the tenants that are due by now. */
  takeDue(): void {
    const now = this.now();
    for (const { dueTimes, take } of this.kinds.values()) {
      const due = dueTimes.take(now);
      if (due.length > 0) take(due);
    }
    this.arm();
  }

  /**
   * Runs every two seconds: records that this replica is alive, reads on in the list of tenants, and checks the next tenants of its share.
   */
  async tick(): Promise<void> {
    const now = this.now();
    const part = Math.min(1, (now - (this.tickedAt ?? now - TICK_MS)) / ROUND_MS);
    this.tickedAt = now;
    // A timer may fire a little early.
    const unheard = now - this.beatAt >= BEAT_MS * 0.9 ? await this.hearOthers(now) : null;
    // The list is on all nodes of a distributed database. While one is away, what is known of it is looked after all the same.
    const unread = await this.readOn(part).catch((error: unknown) => ({ error }));
    try {
      await this.sweep(part);
    } finally {
      this.takeDue();
    }
    for (const missed of [unheard, unread]) if (missed !== null) throw missed.error;
    this.hasFailed = this.share.outOfReach > 0;
  }

  /** Ticks every two seconds from now on, and starts work on each tenant when it is due. */
  start(): void {
    this.isStarted = true;
    const work = (): void => {
      const begun = performance.now();
      this.running = this.tick()
        .catch(this.failed)
        .then(() => {
          if (this.isStarted) this.ticking = setTimeout(work, Math.max(50, TICK_MS - (performance.now() - begun))).unref();
        });
    };
    work();
  }

  /** Gives up the share at once, so that others take over. */
  async stop(): Promise<void> {
    this.isStarted = false;
    for (const timer of [this.ticking, this.due, this.gathering]) if (timer !== null) clearTimeout(timer);
    await this.running;
    await leave(this.around.database, [this.around.self.id]).catch(() => undefined);
    await this.around.wire.stop();
  }

  private isThere(): Promise<boolean> {
    return asSystem(this.around.database, 'select 1').then(
      () => true,
      () => false,
    );
  }

  /**
   * Says that this replica is alive, and hears which others are. One node of a distributed database keeps that list: if only this node is
   * away, the shares stay for a while, and then each replica looks after every tenant, as their claims allow.
   */
  private async hearOthers(now: number): Promise<{ error: unknown } | null> {
    const { database, self } = this.around;
    this.beatAt = now;
    try {
      const ids = await beat(database, self);
      this.heardAt = now;
      await this.follow(ids);
      return null;
    } catch (error) {
      if (!(await this.isThere())) throw error;
      if (now - this.heardAt > LIVES_MS) await this.follow([self.id]);
      return { error };
    }
  }

  private async readOn(part: number): Promise<null> {
    for (const tenantId of await this.tenants.readOn(part, this.replicas, this.around.self.id)) this.unseen.add(tenantId);
    return null;
  }

  private async follow(ids: readonly string[]): Promise<void> {
    const { self, wire } = this.around;
    const now = living(ids.includes(self.id) ? ids : [...ids, self.id]);
    if (now.ids.join() !== this.replicas.ids.join()) {
      this.replicas = now;
      for (const tenantId of this.tenants.share(now, self.id)) this.unseen.add(tenantId);
      log().debug({ replicas: now.ids.length, tenants: this.tenants.of(self.id).length }, 'tenants were divided among replicas again');
    }
    await wire.keepUp();
  }

  /** New tenants first, then the next ones of the round. */
  private async sweep(part: number): Promise<void> {
    const { self } = this.around;
    const portion = [...this.unseen].slice(0, MOST_AT_ONCE);
    for (const tenantId of portion) this.unseen.delete(tenantId);
    if (this.round.length === 0) this.round = this.tenants.of(self.id);
    const most = Math.ceil((this.tenants.size / this.replicas.ids.length) * part * 1.1);
    const next = this.round.splice(0, Math.max(1, most)).filter((tenantId) => this.tenants.ownerOf(tenantId) === self.id);
    const all = [...new Set([...portion, ...next])];
    if (all.length === 0) return;
    for (const { around } of this.kinds.values()) around.keepOnly((tenantId) => this.tenants.ownerOf(tenantId) === self.id);
    const failures: unknown[] = [];
    for (const kind of this.kinds.values()) await this.lookAt(kind, all).catch((error: unknown) => failures.push(error));
    if (failures.length === 0) return;
    for (const tenantId of portion) this.unseen.add(tenantId);
    throw failures[0];
  }

  private async lookAt(kind: Watched, tenantIds: readonly string[], atLeast?: ReadonlyMap<string, number>): Promise<void> {
    const found = await kind.around.at(tenantIds);
    if (kind.around.failure !== null) this.failed(kind.around.failure);
    for (const [tenantId, inMs] of found) kind.dueTimes.add(tenantId, this.now() + Math.max(inMs, atLeast?.get(tenantId) ?? 0));
    this.arm();
  }

  private arm(): void {
    if (!this.isStarted) return;
    if (this.due !== null) clearTimeout(this.due);
    const earliest = Math.min(...[...this.kinds.values()].map(({ dueTimes }) => dueTimes.earliest));
    if (earliest === Number.POSITIVE_INFINITY) return;
    // Tenants that are due at almost the same time are started together.
    this.due = setTimeout(() => this.takeDue(), Math.min(TICK_MS, Math.max(GATHER_MS, earliest - this.now()))).unref();
  }

  /** The next tick tries again; one log line covers a whole outage. */
  private readonly failed = (error: unknown): void => {
    if (!this.hasFailed) log().warn({ err: error }, 'could not look for tenants with work to do');
    this.hasFailed = true;
  };
}
