/**
 * When a cause of trouble may open an incident: after it has been unexplained for a while, and, where it was a symptom of a cause that
 * recovered, not before the grace after that recovery is over. Moments are milliseconds since 1970, by the database's clock.
 */
import { NO_CHANGES, flappingEndsAt, type ChangeRecord } from '@/domain/health/flapping';

/** What is remembered of a component from one step to the next. */
export interface Watch extends ChangeRecord {
  /** Since when it has been a cause without an incident. */
  unexplainedSince: number | null;
  /** The end of the grace after the recovery of a cause that it suffered from. */
  graceUntil: number | null;
}

export const UNWATCHED: Watch = { ...NO_CHANGES, unexplainedSince: null, graceUntil: null };

export interface DelaySettings {
  openAfterSeconds: number;
  recoveryGraceSeconds: number;
}

/** What is to be remembered of a component from now on. */
export interface WatchChange {
  componentId: string;
  unexplainedSince: number | null;
  graceUntil: number | null;
  isFlapping: boolean;
}

/** The delays of one step: what was remembered, and what it comes to. */
export class OpeningDelay {
  private readonly after = new Map<string, Watch>();

  constructor(
    private readonly now: number,
    private readonly settings: DelaySettings,
    private readonly before: ReadonlyMap<string, Watch>,
  ) {}

  watchOf(componentId: string): Watch {
    return this.after.get(componentId) ?? this.before.get(componentId) ?? UNWATCHED;
  }

  isFlapping(componentId: string): boolean {
    const endsAt = flappingEndsAt(this.watchOf(componentId));
    return endsAt !== null && endsAt > this.now;
  }

  /** Begins the grace of what was a symptom of a cause that has just recovered. */
  beginGrace(componentId: string): void {
    const { recoveryGraceSeconds } = this.settings;
    if (recoveryGraceSeconds > 0) this.remember(componentId, { graceUntil: this.now + recoveryGraceSeconds * 1_000 });
  }

  /** When a cause without an incident may open one: now or before, or later. Its waiting begins with the first call. */
  opensAt(componentId: string): number {
    const watch = this.watchOf(componentId);
    const since = watch.unexplainedSince ?? this.now;
    if (watch.unexplainedSince === null) this.remember(componentId, { unexplainedSince: since });
    return Math.max(since + this.settings.openAfterSeconds * 1_000, watch.graceUntil ?? since);
  }

  /** What differs afterwards; `waiting` are the causes that go on waiting, all others forget since when they did. */
  changes(waiting: ReadonlySet<string>): WatchChange[] {
    for (const [componentId, { unexplainedSince, graceUntil, isFlapping }] of [...this.before, ...this.after]) {
      if (unexplainedSince !== null && !waiting.has(componentId)) this.remember(componentId, { unexplainedSince: null });
      if (graceUntil !== null && graceUntil <= this.now) this.remember(componentId, { graceUntil: null });
      if (isFlapping && !this.isFlapping(componentId)) this.remember(componentId, { isFlapping: false });
    }
    return [...this.after].flatMap(([componentId, { unexplainedSince, graceUntil, isFlapping }]) => {
      const before = this.before.get(componentId) ?? UNWATCHED;
      const isSame = before.unexplainedSince === unexplainedSince && before.graceUntil === graceUntil && before.isFlapping === isFlapping;
      return isSame ? [] : [{ componentId, unexplainedSince, graceUntil, isFlapping }];
    });
  }

  /** When flapping that goes on now will end if nothing changes. */
  nextFlappingEnd(): number | null {
    const ends = [...this.before.values()].map(flappingEndsAt).filter((at) => at !== null && at > this.now) as number[];
    return ends.length === 0 ? null : Math.min(...ends);
  }

  private remember(componentId: string, change: Partial<Watch>): void {
    this.after.set(componentId, { ...this.watchOf(componentId), ...change });
  }
}
