/**
 * Folds waiting signals into what each component reports. Of its own reports, the latest observation counts; for equal times, the one
 * accepted later; of one request, the one that it names later. Alerts are kept apart from them, and from each other.
 */
import { NO_CHANGES, recordChanges, type ChangeRecord } from './flapping';
import {
  UNTOLD,
  afterMessage,
  heldBy,
  holderOf,
  kindOfSource,
  presentState,
  severityOf,
  type AlertMessage,
  type Evidence,
  type KnownAlert,
} from './openAlerts';
import type { HealthState } from '@/domain/vocabulary';

/** The times of a signal of an alert are those of its arrival; what the alert says of itself is in `alert`. */
export interface QueuedSignal extends Evidence {
  signalId: string;
  /** Increases in the order of acceptance within one server's queue. */
  position: bigint;
  componentId: string;
  /** Null for a report of the component itself. */
  alert: AlertMessage | null;
}

export interface ReportedState extends ChangeRecord, Evidence {
  componentId: string;
  /** When it entered this state. */
  since: number;
  /** Its last own report; null if only alerts spoke of it. */
  plain: Evidence | null;
}

export const SIGNAL_OUTCOMES = ['Applied', 'Superseded', 'Late', 'Gone'] as const;
export type SignalOutcomeKind = (typeof SIGNAL_OUTCOMES)[number];

export interface Outcome {
  kind: SignalOutcomeKind;
  /** Why it changed nothing, or what outweighs it; null if there is nothing to say. */
  reason: string | null;
  /** The component's state after it; null if it had no say in it. */
  stateAfter: HealthState | null;
}

export interface Folded {
  /** The components whose report changed, even if the state stayed the same. */
  changed: (ReportedState & { previousState: HealthState | null })[];
  /** The alerts that these signals spoke of, as they are now. */
  alerts: KnownAlert[];
  /** Alerts from before they were kept apart, which messages of their own have replaced. */
  forgotten: KnownAlert[];
  /** The outcome of each signal, by signalId. */
  outcomes: Map<string, Outcome>;
}

/**
 * The result does not depend on how the signals were split into batches. `known` is what each component last reported, `alerts` those that
 * fire about these components and those that the signals name; `exists` says whether the landscape still contains a component.
 */
export function foldSignals(
  signals: readonly QueuedSignal[],
  known: ReadonlyMap<string, ReportedState>,
  alerts: readonly KnownAlert[],
  exists: (componentId: string) => boolean,
): Folded {
  const fold = new Fold(known, alerts);
  const inOrder = [...signals].sort((a, b) => a.acceptedAt - b.acceptedAt || (a.position < b.position ? -1 : 1));
  for (const signal of inOrder)
    if (!exists(signal.componentId)) fold.outcomes.set(signal.signalId, { kind: 'Gone', reason: null, stateAfter: null });
    else if (signal.alert === null || signal.source === null) fold.takePlain(signal);
    else fold.takeAlert({ ...signal, source: signal.source, alert: signal.alert });
  return fold.result();
}

/** A component while signals are folded in. */
interface Folding {
  last: ReportedState | undefined;
  present: ReportedState | undefined;
  plain: Evidence | null;
  /** The signal whose report is `plain`; undefined if it is an earlier one. */
  plainSignal: QueuedSignal | undefined;
  changes: number[];
}

class Fold {
  readonly outcomes = new Map<string, Outcome>();
  private readonly folding = new Map<string, Folding>();
  private readonly byKey: Map<string, KnownAlert>;
  private readonly ofComponent = new Map<string, Map<string, KnownAlert>>();
  private readonly touched = new Map<string, { alert: KnownAlert; signalId: string }>();
  private readonly forgotten: KnownAlert[] = [];

  constructor(
    private readonly known: ReadonlyMap<string, ReportedState>,
    alerts: readonly KnownAlert[],
  ) {
    this.byKey = new Map(alerts.map((alert) => [idOf(alert), alert]));
    for (const alert of alerts) this.alertsOf(alert.componentId).set(idOf(alert), alert);
  }

  takePlain(signal: QueuedSignal): void {
    const component = this.componentOf(signal.componentId);
    const { last, plain, plainSignal } = component;
    const holder = holderOf(this.alertsOf(signal.componentId).values(), signal.state);
    const reason = holder === undefined ? null : heldBy(holder);
    if (plain !== null && !isLater(signal, plain)) {
      const isOlder = last?.plain != null && !isLater(signal, last.plain);
      this.outcomes.set(signal.signalId, { kind: isOlder ? 'Late' : 'Superseded', reason: null, stateAfter: holder?.state ?? null });
      return;
    }
    if (plainSignal !== undefined) this.supersede(plainSignal.signalId);
    component.plain = evidenceOf(signal);
    component.plainSignal = signal;
    const state = this.settle(signal.componentId, signal.acceptedAt, signal.observedAt);
    this.outcomes.set(signal.signalId, { kind: 'Applied', reason, stateAfter: state === signal.state ? null : state });
  }

  takeAlert(signal: QueuedSignal & { source: string; alert: AlertMessage }): void {
    const id = `${signal.source} ${signal.alert.key}`;
    const before = this.byKey.get(id);
    const { alert, reason } = afterMessage(before, signal);
    // Its labels may name another component by now, or the mapping may.
    if (before !== undefined && before.componentId !== alert.componentId) this.moveAway(before, signal.acceptedAt);
    this.forgetUntold(signal);
    const earlier = this.touched.get(id);
    if (reason === null && earlier !== undefined) this.supersede(earlier.signalId);
    if (reason === null || earlier === undefined) this.touched.set(id, { alert, signalId: signal.signalId });
    else earlier.alert = alert;
    this.byKey.set(id, alert);
    this.alertsOf(alert.componentId).set(id, alert);
    const state = this.settle(signal.componentId, signal.acceptedAt, alert.seenAt === signal.acceptedAt ? alert.since : signal.acceptedAt);
    this.outcomes.set(signal.signalId, {
      kind: reason === null ? 'Applied' : 'Late',
      reason: reason ?? this.outweighedBy(alert),
      stateAfter: state === signal.state ? null : state,
    });
  }

  result(): Folded {
    const changed = [...this.folding].flatMap(([, { last, present, changes }]) => {
      if (present === undefined || present === last) return [];
      const record = recordChanges(last ?? NO_CHANGES, changes);
      return [{ ...present, ...record, previousState: last?.state ?? null }];
    });
    return { changed, alerts: [...this.touched.values()].map(({ alert }) => alert), forgotten: this.forgotten, outcomes: this.outcomes };
  }

  /** Works out the present state after something was said about a component. `saidOf` is the time that it speaks of. */
  private settle(componentId: string, acceptedAt: number, saidOf: number): HealthState | null {
    const component = this.componentOf(componentId);
    const before = component.present;
    const present = presentState(component.plain, this.alertsOf(componentId).values());
    // An alert that ended before these signals, and is not loaded, was the last to say so.
    const isOutdated = present?.state === 'Healthy' && before?.state === 'Healthy' && present.acceptedAt < before.acceptedAt;
    if (present === null || isOutdated) return before?.state ?? null;
    const isWorse = before === undefined || severityOf(present.state) > severityOf(before.state);
    const since = isWorse ? saidOf : Math.max(before.since, saidOf);
    const hasStayed = before?.state === present.state;
    if (before !== undefined && !hasStayed) component.changes.push(acceptedAt);
    component.present = {
      ...NO_CHANGES,
      ...present,
      componentId,
      plain: component.plain,
      since: hasStayed ? before.since : Math.min(since, acceptedAt),
    };
    return present.state;
  }

  /** The alert ends for the component that it named before. */
  private moveAway(alert: KnownAlert, acceptedAt: number): void {
    const ended: KnownAlert = { ...alert, state: 'Healthy', seenAt: acceptedAt, message: 'The alert names another component now.' };
    this.alertsOf(alert.componentId).set(idOf(alert), ended);
    this.settle(alert.componentId, acceptedAt, acceptedAt);
    this.alertsOf(alert.componentId).delete(idOf(alert));
  }

  /** What an alert had set before alerts were kept apart is known from its own messages now. */
  private forgetUntold({ source, componentId }: { source: string; componentId: string }): void {
    const alerts = this.alertsOf(componentId);
    for (const [id, alert] of alerts) {
      if (!alert.key.startsWith(UNTOLD) || kindOfSource(alert.source) !== kindOfSource(source)) continue;
      alerts.delete(id);
      this.byKey.delete(id);
      this.forgotten.push(alert);
    }
  }

  private outweighedBy(alert: KnownAlert): string | null {
    const holder = holderOf(this.alertsOf(alert.componentId).values(), alert.state);
    return holder === undefined ? null : heldBy(holder);
  }

  private supersede(signalId: string): void {
    const outcome = this.outcomes.get(signalId);
    if (outcome !== undefined) this.outcomes.set(signalId, { ...outcome, kind: 'Superseded' });
  }

  private componentOf(componentId: string): Folding {
    const held = this.folding.get(componentId);
    if (held !== undefined) return held;
    const last = this.known.get(componentId);
    const made: Folding = { last, present: last, plain: last?.plain ?? null, plainSignal: undefined, changes: [] };
    this.folding.set(componentId, made);
    return made;
  }

  private alertsOf(componentId: string): Map<string, KnownAlert> {
    const held = this.ofComponent.get(componentId);
    if (held !== undefined) return held;
    const made = new Map<string, KnownAlert>();
    this.ofComponent.set(componentId, made);
    return made;
  }
}

function idOf({ source, key }: { source: string; key: string }): string {
  return `${source} ${key}`;
}

function evidenceOf({ state, observedAt, acceptedAt, source, message }: Evidence): Evidence {
  return { state, observedAt, acceptedAt, source, message };
}

/** Whether `a` takes precedence over `b`. */
function isLater(a: { observedAt: number; acceptedAt: number }, b: { observedAt: number; acceptedAt: number }): boolean {
  return a.observedAt !== b.observedAt ? a.observedAt > b.observedAt : a.acceptedAt >= b.acceptedAt;
}
