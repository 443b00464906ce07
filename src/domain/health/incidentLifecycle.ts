/**
 * The lifecycle of incidents as a pure state machine. Its input is what is unhealthy now, which component explains which, and the existing
 * incidents; its output is what to write and report. All facts are arguments, including the current time.
 */
import type { Explanation, IncidentCause } from './explanation';
import { isUnresolved, systemEntry } from './incident';
import type { Incident, IncidentCommand, IncidentEvent, MonitoringReason, TimelineEntry } from './incident';
import { isUnderMaintenance, maintenanceAt, nextMaintenanceChange } from './maintenance';
import type { ActiveMaintenance, MaintenanceWindow } from './maintenance';
import { OpeningDelay } from './openingDelay';
import type { DelaySettings, Watch, WatchChange } from './openingDelay';
import { followSymptoms } from './symptoms';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

export interface LifecycleFacts extends DelaySettings {
  /** Milliseconds since 1970. */
  now: number;
  resolveAfterSeconds: number;
  /** Whether causes that harm nothing in service open incidents too. */
  incidentsOutsideService: boolean;
  explanation: Explanation;
  /** All that are Open, Acknowledged or Monitoring, and all with a dismissedState. */
  incidents: readonly Incident[];
  /** All windows that have not ended. */
  windows: readonly MaintenanceWindow[];
  /** What is remembered about components since the last step; missing if there is nothing. */
  watches: ReadonlyMap<string, Watch>;
  /** Unhealthy components whose report is stale, by id: they open nothing. */
  stale: ReadonlySet<string>;
  /** Since when each unhealthy component has had its present state, by id. */
  unhealthySince: ReadonlyMap<string, number>;
  /** The application of a component; null if the component is not in the landscape. */
  applicationOf: (componentId: string) => string | null;
}

export interface LifecycleStep {
  /** In the order in which they must be carried out. */
  commands: IncidentCommand[];
  /** When time alone requires another step; null if never. */
  nextDueAt: number | null;
  /** When each cause without an incident will open one, by component id. */
  openings: ReadonlyMap<string, number>;
  watchChanges: WatchChange[];
}

/**
 * One step.
 *
 * - Every cause has one incident. If several turn out to have the same cause, the oldest continues and the others are Merged.
 * - An incident without a cause goes to Monitoring, and to Resolved once it has been quiet long enough. If the cause fails again before
 * that, the incident is reopened.
 * - If neither its cause nor anything that the cause contributes to is in service, the incident is Resolved, unless the tenant wants such
 * incidents; and none opens.
 * - If its component was deleted from the landscape while unhealthy, the incident ends as Removed.
 * - A cause without an incident opens one once its delay is over, unless it is under maintenance, its report is stale, or a person dismissed
 * it in its present state. A stale report ends no incident either.
 * - The incident of a flapping cause stays as it is.
 *
 * Once the delays are over, the present state alone decides which causes have an Open or Acknowledged incident, and with which symptoms.
 * Earlier incidents only decide about ids and timelines.
 */
export function advanceIncidents(facts: LifecycleFacts): LifecycleStep {
  const step = new Step(facts);
  const commands = step.commands();
  const { openings, delay } = step;
  return { commands, nextDueAt: nextDueAt(facts, commands, step), openings, watchChanges: delay.changes(new Set(openings.keys())) };
}

class Step {
  private readonly causes: ReadonlyMap<string, IncidentCause>;
  private readonly maintenance: ActiveMaintenance;
  /** Unresolved incidents, oldest first. */
  private readonly unresolved: readonly Incident[];
  private readonly dismissed: readonly Incident[];
  private readonly ongoingCauseIds: ReadonlySet<string>;
  readonly delay: OpeningDelay;
  /** When each cause without an incident will open one. Causes that must not open one do not wait. */
  readonly openings = new Map<string, number>();

  constructor(private readonly facts: LifecycleFacts) {
    this.causes = new Map(facts.explanation.causes.map((cause) => [cause.componentId, cause]));
    this.maintenance = maintenanceAt(facts.windows, facts.now);
    this.delay = new OpeningDelay(facts.now, facts, facts.watches);
    this.unresolved = facts.incidents.filter(isUnresolved).sort((a, b) => a.openedAt - b.openedAt || byCodeUnit(a.id, b.id));
    this.dismissed = facts.incidents.filter(({ dismissedState }) => dismissedState !== null);
    this.ongoingCauseIds = new Set(this.unresolved.filter(({ state }) => state !== 'Monitoring').map(({ cause }) => cause.componentId));
  }

  /** Once only. */
  commands(): IncidentCommand[] {
    const byCause = new Map<string, Incident[]>();
    const withoutCause: Incident[] = [];
    for (const incident of this.unresolved) {
      const cause = this.presentCauseOf(incident);
      if (cause === null) withoutCause.push(incident);
      else byCause.set(cause.componentId, [...(byCause.get(cause.componentId) ?? []), incident]);
    }
    this.beginGraces();
    const opened = this.facts.explanation.causes.filter((cause) => !byCause.has(cause.componentId) && this.opensNow(cause));
    const splits = this.splitsBy(opened);
    const commands = this.facts.explanation.causes.flatMap((cause) => this.carryOn(cause, byCause.get(cause.componentId) ?? [], splits));
    commands.push(...withoutCause.flatMap((incident) => this.quieten(incident, splits)));
    commands.push(...this.dismissed.flatMap((incident) => this.releaseWhenOver(incident)));
    commands.push(...opened.map((cause) => this.open(cause, splits.get(cause.componentId) ?? null)));
    return commands;
  }

  /**
   * What an incident is about now: its cause, if nothing else explains it; otherwise the first cause that contributes to it. A cause under
   * maintenance takes over no incident, but keeps the one that is already about it.
   */
  private presentCauseOf({ cause }: Incident): IncidentCause | null {
    const { componentId } = cause;
    const ids = this.causes.has(componentId) ? [componentId] : (this.facts.explanation.explainedBy.get(componentId) ?? []);
    for (const id of ids) {
      const candidate = this.causes.get(id);
      if (candidate !== undefined && (!this.isMaintained(id) || this.ongoingCauseIds.has(id))) return candidate;
    }
    return null;
  }

  /** Gives whatever is still affected by a recovered cause some time to recover as well. */
  private beginGraces(): void {
    const recovered = this.unresolved.filter(({ state, cause }) => state !== 'Monitoring' && !this.isUnhealthy(cause.componentId));
    for (const { symptoms } of recovered)
      for (const { componentId, until } of symptoms) if (until === null) this.delay.beginGrace(componentId);
  }

  /** Whether a cause without an incident opens one now. Records since when it has been waiting, and until when it must. */
  private opensNow(cause: IncidentCause): boolean {
    const { componentId } = cause;
    if (!this.mayOpen(cause)) return false;
    const opensAt = this.delay.opensAt(componentId);
    if (opensAt <= this.facts.now) return true;
    this.openings.set(componentId, opensAt);
    return false;
  }

  private mayOpen(cause: IncidentCause): boolean {
    const { componentId, state } = cause;
    if (this.isLeftAlone(cause) || this.facts.stale.has(componentId)) return false;
    const isDismissed = this.dismissed.some(
      ({ cause: dismissed, dismissedState }) => dismissed.componentId === componentId && !isWorse(state, dismissedState ?? 'Healthy'),
    );
    return !isDismissed && !this.isMaintained(componentId);
  }

  /** Whether it harms nothing in service, and nobody asked for incidents about that. */
  private isLeftAlone({ isOutsideService }: IncidentCause): boolean {
    return isOutsideService && !this.facts.incidentsOutsideService;
  }

  /** By component id of each cause that opens an incident: the oldest incident that it was a symptom of until now. */
  private splitsBy(opened: readonly IncidentCause[]): Map<string, Incident> {
    const splits = new Map<string, Incident>();
    for (const { componentId } of opened) {
      const former = this.unresolved.find(({ symptoms, healthySince }) =>
        symptoms.some((symptom) => symptom.componentId === componentId && (symptom.until === null || symptom.until === healthySince)),
      );
      if (former !== undefined) splits.set(componentId, former);
    }
    return splits;
  }

  private open(cause: IncidentCause, splitFrom: Incident | null): IncidentCommand {
    const { now } = this.facts;
    const { componentId, technicalName, state: severity } = cause;
    const { symptoms } = followSymptoms([], cause.symptoms, now);
    const names = symptoms.map((symptom) => symptom.technicalName);
    const splitFromId = splitFrom?.id ?? null;
    const incident = {
      state: 'Open' as const,
      cause: { componentId, technicalName },
      severity,
      symptoms,
      startedAt: this.startOf(componentId),
      openedAt: now,
      acknowledgedAt: null,
      acknowledgedBy: null,
      healthySince: null,
      resolvedAt: null,
      mergedIntoId: null,
      dismissedState: null,
      isFlapping: this.delay.isFlapping(componentId),
    };
    const entries = [systemEntry(now, 'Opened', { cause: technicalName, severity, symptoms: names, splitFromId })];
    return { command: 'open', incident, splitFromId, entries, event: 'incident.opened' };
  }

  /** Since when a cause has been unhealthy: in its present state, or as a cause that waits for its incident, whichever is earlier. */
  private startOf(componentId: string): number {
    const { now, unhealthySince, watches } = this.facts;
    return Math.min(now, unhealthySince.get(componentId) ?? now, watches.get(componentId)?.unexplainedSince ?? now);
  }

  /** Makes the oldest of these incidents (sorted oldest first) be about the cause, and merges the others into it. */
  private carryOn(cause: IncidentCause, incidents: readonly Incident[], splits: ReadonlyMap<string, Incident>): IncidentCommand[] {
    const [survivor, ...merged] = incidents;
    if (survivor === undefined) return [];
    if (this.isLeftAlone(cause)) return incidents.map((incident) => this.leave(incident));
    const { now } = this.facts;
    const { componentId, technicalName, state: severity } = cause;
    const { symptoms, joined, left } = followSymptoms(survivor.symptoms, cause.symptoms, now);
    const entries = merged.map(({ id, cause: { technicalName: name } }) => systemEntry(now, 'MergedIn', { incidentId: id, cause: name }));
    if (survivor.cause.componentId !== componentId)
      entries.push(systemEntry(now, 'CauseChanged', { from: survivor.cause.technicalName, to: technicalName }));
    else if (survivor.severity !== severity && survivor.state !== 'Monitoring')
      entries.push(systemEntry(now, 'SeverityChanged', { from: survivor.severity, to: severity }));
    if (survivor.state === 'Monitoring') entries.push(systemEntry(now, 'Reopened', { cause: technicalName, severity }));
    entries.push(...this.symptomEntries(survivor, joined, left, splits));
    // Whoever acknowledged it before it went quiet is still responsible.
    const reopened = survivor.acknowledgedAt === null ? ('Open' as const) : ('Acknowledged' as const);
    const carried = survivor.state === 'Monitoring' ? { ...survivor, state: reopened, healthySince: null } : survivor;
    const incident = {
      ...carried,
      cause: { componentId, technicalName },
      severity,
      symptoms,
      isFlapping: this.delay.isFlapping(componentId),
    };
    entries.push(...flappingEntries(survivor, incident, now));
    const event = survivor.state === 'Monitoring' ? 'incident.reopened' : 'incident.updated';
    return [
      ...merged.map((other) => this.merge(other, survivor, cause)),
      ...this.changed(survivor, incident, entries, entries.length > 0 ? event : null),
    ];
  }

  private merge(incident: Incident, into: Incident, cause: IncidentCause): IncidentCommand {
    const { now } = this.facts;
    const { symptoms } = followSymptoms(incident.symptoms, [], now);
    const entries = [systemEntry(now, 'Merged', { intoId: into.id, cause: cause.technicalName })];
    const merged = { ...incident, state: 'Merged' as const, mergedIntoId: into.id, symptoms };
    return { command: 'change', incident: merged, entries, event: this.unlessMaintained(cause.componentId, 'incident.merged') };
  }

  /**
   * Takes an incident without a cause to Monitoring, and from there to Resolved once it has been quiet long enough; to Removed if the cause
   * was deleted.
   */
  private quieten(incident: Incident, splits: ReadonlyMap<string, Incident>): IncidentCommand[] {
    const { now } = this.facts;
    if (incident.state !== 'Monitoring' && this.facts.applicationOf(incident.cause.componentId) === null)
      return [this.remove(incident, splits)];
    const isFlapping = this.delay.isFlapping(incident.cause.componentId);
    if (isFlapping)
      return this.changed(incident, { ...incident, isFlapping }, flappingEntries(incident, { isFlapping }, now), 'incident.updated');
    if (incident.state === 'Monitoring') return quietUntil(incident, this.facts) <= now ? [this.resolve(incident)] : [];
    const { symptoms, joined, left } = followSymptoms(incident.symptoms, [], now);
    const reason = this.reasonToMonitor(incident);
    const entries = [
      ...flappingEntries(incident, { isFlapping }, now),
      systemEntry(now, 'Monitoring', { reason }),
      ...this.symptomEntries(incident, joined, left, splits),
    ];
    return this.changed(
      incident,
      { ...incident, state: 'Monitoring', healthySince: now, symptoms, isFlapping },
      entries,
      'incident.updated',
    );
  }

  private resolve(incident: Incident): IncidentCommand {
    const { now } = this.facts;
    const resolved = { ...incident, state: 'Resolved' as const, resolvedAt: now };
    const event = this.unlessMaintained(incident.cause.componentId, 'incident.resolved');
    return { command: 'change', incident: resolved, entries: [systemEntry(now, 'Resolved', { reason: 'Quiet' })], event };
  }

  /** Ends an incident that is about nothing in service any more, so that whoever opened a ticket can close it. */
  private leave(incident: Incident): IncidentCommand {
    const { now } = this.facts;
    const { symptoms } = followSymptoms(incident.symptoms, [], now);
    const ended = { ...incident, state: 'Resolved' as const, healthySince: incident.healthySince ?? now, resolvedAt: now, symptoms };
    const event = this.unlessMaintained(incident.cause.componentId, 'incident.resolved');
    const entries = [systemEntry(now, 'Resolved', { reason: 'NotInService' })];
    return { command: 'change', incident: { ...ended, isFlapping: false }, entries, event };
  }

  private remove(incident: Incident, splits: ReadonlyMap<string, Incident>): IncidentCommand {
    const { now } = this.facts;
    const { symptoms, joined, left } = followSymptoms(incident.symptoms, [], now);
    const removed = { ...incident, state: 'Removed' as const, healthySince: now, symptoms, isFlapping: false };
    const entries = [
      systemEntry(now, 'Removed', { cause: incident.cause.technicalName }),
      ...this.symptomEntries(incident, joined, left, splits),
    ];
    return { command: 'change', incident: removed, entries, event: 'incident.removed' };
  }

  private reasonToMonitor({ cause: { componentId } }: Incident): MonitoringReason {
    return this.isUnhealthy(componentId) ? 'ExplainedByMaintenance' : 'CauseHealthy';
  }

  /** Ends a dismissal if its cause has recovered or got worse. */
  private releaseWhenOver(incident: Incident): IncidentCommand[] {
    const { componentId } = incident.cause;
    const present = this.causes.get(componentId)?.state ?? 'Healthy';
    const isOver = !this.isUnhealthy(componentId) || isWorse(present, incident.dismissedState ?? 'Healthy');
    return isOver ? [{ command: 'change', incident: { ...incident, dismissedState: null }, entries: [], event: null }] : [];
  }

  private symptomEntries(incident: Incident, joined: string[], left: string[], splits: ReadonlyMap<string, Incident>): TimelineEntry[] {
    const { now } = this.facts;
    const entries: TimelineEntry[] = joined.length + left.length > 0 ? [systemEntry(now, 'SymptomsChanged', { joined, left })] : [];
    const splitOff = incident.symptoms.filter(({ componentId }) => splits.get(componentId) === incident);
    return [...entries, ...splitOff.map(({ technicalName }) => systemEntry(now, 'SplitOff', { symptom: technicalName }))];
  }

  /** Empty if nothing changes. A new name, or another contribution to a symptom, is stored without an event. */
  private changed(before: Incident, after: Incident, entries: TimelineEntry[], event: IncidentEvent | null): IncidentCommand[] {
    const isToldAnew = detailsOf(before) !== detailsOf(after);
    // The start of flapping is reported once; after that, nothing is until it ends.
    const isSilent = event === null || (before.isFlapping && after.isFlapping);
    const spoken = isSilent ? null : this.unlessMaintained(after.cause.componentId, event);
    return entries.length > 0 || isToldAnew ? [{ command: 'change', incident: after, entries, event: spoken }] : [];
  }

  private isUnhealthy(componentId: string): boolean {
    return this.causes.has(componentId) || this.facts.explanation.explainedBy.has(componentId);
  }

  private isMaintained(componentId: string): boolean {
    return isUnderMaintenance(this.maintenance, componentId, this.facts.applicationOf(componentId) ?? '');
  }

  private unlessMaintained(componentId: string, event: IncidentEvent): IncidentEvent | null {
    return this.isMaintained(componentId) ? null : event;
  }
}

function flappingEntries(before: Incident, after: { isFlapping: boolean }, now: number): TimelineEntry[] {
  if (before.isFlapping === after.isFlapping) return [];
  return [systemEntry(now, after.isFlapping ? 'FlappingBegan' : 'FlappingEnded', {})];
}

function detailsOf({ cause, symptoms }: Incident): string {
  const details = symptoms.map(({ technicalName, share }) => [technicalName, share?.effectiveState, share?.alone, share?.jointlyWith]);
  return JSON.stringify([cause.technicalName, details]);
}

function isWorse(state: HealthState, than: HealthState): boolean {
  return HEALTH_STATES.indexOf(state) > HEALTH_STATES.indexOf(than);
}

function quietUntil({ healthySince }: { healthySince: number | null }, { now, resolveAfterSeconds }: LifecycleFacts): number {
  return (healthySince ?? now) + resolveAfterSeconds * 1000;
}

/**
 * The first time at which a cause may open its incident, flapping ends, an incident has been quiet long enough, or a maintenance window
 * starts or ends.
 */
function nextDueAt(facts: LifecycleFacts, commands: readonly IncidentCommand[], { openings, delay }: Step): number | null {
  const after = new Map(facts.incidents.map((incident) => [incident.id, incident]));
  for (const command of commands) if (command.command === 'change') after.set(command.incident.id, command.incident);
  const quiet = [...after.values()]
    .filter(({ state, isFlapping }) => state === 'Monitoring' && !isFlapping)
    .map((incident) => quietUntil(incident, facts));
  const windowChange = nextMaintenanceChange(facts.windows, facts.now);
  const moments = [...quiet, ...openings.values(), ...[windowChange, delay.nextFlappingEnd()].filter((at) => at !== null)];
  return moments.length === 0 ? null : Math.min(...moments);
}
