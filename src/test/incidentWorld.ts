/** A landscape with its health and incidents in memory, to watch the lifecycle step by step as a server would run it. */
import type { DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { explain } from '@/domain/health/explanation';
import { isUnresolved } from '@/domain/health/incident';
import type { Actor, ChangeCommand, Incident, IncidentCommand, TimelineEntry } from '@/domain/health/incident';
import { acknowledgeIncident, commentOnIncident, resolveIncident } from '@/domain/health/incidentActions';
import { advanceIncidents } from '@/domain/health/incidentLifecycle';
import type { LifecycleFacts } from '@/domain/health/incidentLifecycle';
import { recordChanges } from '@/domain/health/flapping';
import { UNWATCHED, type Watch } from '@/domain/health/openingDelay';
import { liveImpact, type LiveImpact, type UnhealthyComponent } from '@/domain/graph/questions/live/liveImpact';
import { rollUpContributions } from '@/domain/graph/questions/live/rollUpContributions';
import { isUnderMaintenance, maintenanceAt } from '@/domain/health/maintenance';
import type { MaintenanceWindow } from '@/domain/health/maintenance';
import { situationsIn, type Situation } from '@/domain/health/situation';
import { situationIds, withMembers } from '@/domain/health/situationIds';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import { testGuid } from './graphArbitrary';
import { finish } from '@/plain/steps';

const PERSON: Actor = { type: 'person', id: 'p1', name: 'Ada' };

/**
 * Components by name, all in one application, with Hard, required dependencies written as `web > db`. In `web > a | b`, the two back each
 * other up; `web ~ db` is Soft.
 */
export function landscapeOf(names: string, lines: readonly string[]): LandscapeFacts {
  const components = names.split(' ').map((technicalName, ordinal) => ({
    id: testGuid(1, ordinal),
    technicalName,
    name: technicalName,
    ordinal,
    kind: 'Other' as const,
    isExternal: false,
    applicationId: testGuid(0, 0),
    hostingZoneIds: [],
    technologyIds: [],
    datasetIds: [],
  }));
  const ordinalOf = (name: string): number => components.findIndex(({ technicalName }) => technicalName === name);
  const dependencies = lines.flatMap((line, number) => {
    const [source = '', mark = '', ...rest] = line.split(' ');
    const targets = rest.filter((word) => word !== '|');
    return targets.map((target, place): DependencyFact => ({
      id: testGuid(9, number * 10 + place),
      sourceOrdinal: ordinalOf(source),
      targetOrdinal: ordinalOf(target),
      dependencyType: 'Calls',
      mode: mark === '~' ? 'Soft' : 'Hard',
      required: true,
      propagates: true,
      redundancyGroup: targets.length > 1 ? `group ${number}` : null,
      redundancyMinimum: 1,
    }));
  });
  return {
    applications: [
      {
        id: testGuid(0, 0),
        technicalName: 'shop',
        name: 'Shop',
        criticalityTier: 'BusinessCritical',
        ownerTeam: null,
        lifecycleState: 'Production',
        capabilityIds: [],
        processIds: [],
      },
    ],
    components,
    dependencies,
    capabilities: [],
    processes: [],
    segments: [],
    hostingAreas: [],
    hostingZones: [],
    technologies: [],
    datasets: [],
  };
}

export class IncidentWorld {
  readonly incidents = new Map<string, Incident>();
  readonly timelines = new Map<string, TimelineEntry[]>();
  windows: MaintenanceWindow[] = [];
  threshold: FailureState = 'Degraded';
  resolveAfterSeconds = 300;
  incidentsOutsideService = false;
  openAfterSeconds = 0;
  recoveryGraceSeconds = 0;
  /** When each waiting cause will open its incident, by technicalName, in seconds. */
  openings: Record<string, number> = {};
  nextDueAt: number | null = null;
  graph: LandscapeGraph;
  /** As the last step left them. */
  situations: Situation[] = [];
  /** By incident: the situation that it is, or was last, part of. */
  readonly situationIds = new Map<string, string>();
  readonly health = new Map<string, { state: HealthState; since: number }>();
  private readonly watches = new Map<string, Watch>();
  /** Ids of components whose report is stale. */
  readonly stale = new Set<string>();

  constructor(facts: LandscapeFacts) {
    this.graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
  }

  idOf(name: string): string {
    return this.graph.findEntity('component', name)?.id ?? name;
  }

  report(componentId: string, state: HealthState, since: number): void {
    const before = this.health.get(componentId)?.state ?? state;
    if (before !== state)
      this.watches.set(componentId, { ...this.watchOf(componentId), ...recordChanges(this.watchOf(componentId), [since]) });
    this.health.set(componentId, { state, since });
  }

  /** Runs one step at a time (in seconds) and returns its events, such as `opened db`. */
  step(seconds: number): string[] {
    const impact = this.impact();
    const { commands, nextDueAt, openings, watchChanges } = advanceIncidents(this.facts(seconds, impact));
    for (const { componentId, ...change } of watchChanges) this.watches.set(componentId, { ...this.watchOf(componentId), ...change });
    this.openings = Object.fromEntries([...openings].map(([id, at]) => [this.nameOf(id), at / 1000]));
    this.nextDueAt = nextDueAt === null ? null : nextDueAt / 1000;
    const events = commands.flatMap((command) => this.carryOut(command));
    this.place(seconds, impact);
    return events;
  }

  private place(seconds: number, impact: LiveImpact): void {
    const found = finish(situationsIn(impact, rollUpContributions(impact), maintenanceAt(this.windows, seconds * 1000)));
    const members = [...this.incidents.values()].filter(isUnresolved).map(({ id, state, cause }) => {
      const isRecovered = state === 'Monitoring';
      return { id, number: Number(id.slice(1)), causeId: cause.componentId, isRecovered, situationId: this.situationIds.get(id) ?? null };
    });
    this.situations = withMembers(found, members);
    for (const [incident, situation] of situationIds(this.situations)) this.situationIds.set(incident, situation);
  }

  /** Performs a person's action on the incident with this number. */
  act(seconds: number, deed: 'acknowledge' | 'resolve' | 'comment', number: number): string[] {
    const incident = this.incidents.get(`i${number}`);
    if (incident === undefined) throw new Error(`No incident ${number}`);
    const maintenance = maintenanceAt(this.windows, seconds * 1000);
    const isMaintained = isUnderMaintenance(maintenance, incident.cause.componentId, testGuid(0, 0));
    const how = { by: PERSON, now: seconds * 1000, isUnderMaintenance: isMaintained };
    const commands: Record<typeof deed, () => ChangeCommand> = {
      acknowledge: () => acknowledgeIncident(incident, how),
      resolve: () => resolveIncident(incident, how, null),
      comment: () => commentOnIncident(incident, how, 'looking into it'),
    };
    return this.carryOut(commands[deed]());
  }

  /** Every incident in words, such as `1 Open db: api web`: its present symptoms by name. */
  all(): string[] {
    return [...this.incidents.values()].map((incident) => `${incident.id.slice(1)} ${incident.state} ${this.subject(incident)}`);
  }

  /** Cause and symptoms of the incidents in these states, in order, without their numbers. */
  subjects(...states: Incident['state'][]): string[] {
    return [...this.incidents.values()]
      .filter(({ state }) => states.includes(state))
      .map((incident) => this.subject(incident))
      .sort();
  }

  kindsOf(number: number): string[] {
    return (this.timelines.get(`i${number}`) ?? []).map(({ kind }) => kind);
  }

  private watchOf(componentId: string): Watch {
    return this.watches.get(componentId) ?? UNWATCHED;
  }

  private nameOf(componentId: string): string {
    return this.graph.components.viewOf(this.graph.components.find(componentId)).technicalName;
  }

  private subject({ cause, symptoms }: Incident): string {
    const present = symptoms.filter(({ until }) => until === null).map(({ technicalName }) => technicalName);
    return [cause.technicalName + (present.length === 0 ? '' : ':'), ...present].join(' ');
  }

  private unhealthy(): UnhealthyComponent[] {
    return [...this.health].flatMap(([componentId, { state, since }]) => (state === 'Healthy' ? [] : [{ componentId, state, since }]));
  }

  private impact(): LiveImpact {
    const unhealthy = this.unhealthy();
    return liveImpact(this.graph, { unhealthy, healthyCount: this.health.size - unhealthy.length });
  }

  private facts(seconds: number, impact: LiveImpact): LifecycleFacts {
    return {
      now: seconds * 1000,
      resolveAfterSeconds: this.resolveAfterSeconds,
      incidentsOutsideService: this.incidentsOutsideService,
      openAfterSeconds: this.openAfterSeconds,
      recoveryGraceSeconds: this.recoveryGraceSeconds,
      watches: this.watches,
      stale: this.stale,
      unhealthySince: new Map(this.unhealthy().map(({ componentId, since }) => [componentId, since])),
      explanation: finish(explain(impact, this.threshold)),
      incidents: [...this.incidents.values()].filter((incident) => isUnresolved(incident) || incident.dismissedState !== null),
      windows: this.windows,
      applicationOf: (componentId) => (this.graph.components.find(componentId) === -1 ? null : testGuid(0, 0)),
    };
  }

  private carryOut(command: IncidentCommand): string[] {
    const id = command.command === 'open' ? `i${this.incidents.size + 1}` : command.incident.id;
    const incident = { ...command.incident, id };
    this.incidents.set(id, incident);
    this.timelines.set(id, [...(this.timelines.get(id) ?? []), ...command.entries]);
    return command.event === null ? [] : [`${command.event.slice('incident.'.length)} ${id.slice(1)}`];
  }
}
