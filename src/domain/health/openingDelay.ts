/**
 * When a cause may open an incident: once nothing has explained it for a while and, if it was a symptom of a cause that recovered, not
 * before the grace period after that recovery. Times are milliseconds since 1970, by the database's clock.
 */
import { NO_CHANGES, flappingEndsAt, type ChangeRecord } from './flapping';

/** What is remembered about a component from one step to the next. */
export interface Watch extends ChangeRecord {
  /** Since when it has been a cause without an incident. */
  unexplainedSince: number | null;
  /** The end of the grace period after the recovery of a cause that affected it. */
  graceUntil: number | null;
}

export const UNWATCHED: Watch = { ...NO_CHANGES, unexplainedSince: null, graceUntil: null };

export interface DelaySettings {
  openAfterSeconds: number;
  recoveryGraceSeconds: number;
}

/** What to remember about a component from now on. */
export interface WatchChange extends Omit<Watch, 'recentChanges'> {
  componentId: string;
}

/** The delays of one step: what was remembered, and what follows from it. */
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

  /** Starts the grace period for the symptoms of a cause that has just recovered. */
  beginGrace(componentId: string): void {
    const { recoveryGraceSeconds } = this.settings;
    if (recoveryGraceSeconds > 0) this.remember(componentId, { graceUntil: this.now + recoveryGraceSeconds * 1_000 });
  }

  /** When a cause without an incident may open one; a time in the past means now. The first call starts its delay. */
  opensAt(componentId: string): number {
    const watch = this.watchOf(componentId);
    const since = watch.unexplainedSince ?? this.now;
    if (watch.unexplainedSince === null) this.remember(componentId, { unexplainedSince: since });
    return Math.max(since + this.settings.openAfterSeconds * 1_000, watch.graceUntil ?? since);
  }

  /** What differs afterwards. `waiting` are the causes that keep waiting; all others forget since when they did. */
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

  /** When present flapping will end if nothing changes. */
  nextFlappingEnd(): number | null {
    const ends = [...this.before.values()].map(flappingEndsAt).filter((at) => at !== null && at > this.now) as number[];
    return ends.length === 0 ? null : Math.min(...ends);
  }

  private remember(componentId: string, change: Partial<Watch>): void {
    this.after.set(componentId, { ...this.watchOf(componentId), ...change });
  }
}
