/**
 * Computes what several failures do together, with dictionaries and relaxation, from plain facts and the rules alone. It shares no code
 * with the engine or the other oracles.
 */
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { ScenarioEvaluation } from '@/domain/graph/questions/scenarioAnswer';
import type { EntityKind } from '@/domain/vocabulary';

type State = 'Healthy' | 'Warning' | 'Degraded' | 'Outage';
const WORSE: Record<State, number> = { Healthy: 0, Warning: 1, Degraded: 2, Outage: 3 };

/** How a failure of the target affects the source of a dependency. */
const PASSES: Record<string, Record<State, State>> = {
  'Hard required': { Healthy: 'Healthy', Warning: 'Warning', Degraded: 'Degraded', Outage: 'Outage' },
  'Hard optional': { Healthy: 'Healthy', Warning: 'Healthy', Degraded: 'Warning', Outage: 'Degraded' },
  'Degraded required': { Healthy: 'Healthy', Warning: 'Warning', Degraded: 'Degraded', Outage: 'Degraded' },
  'Degraded optional': { Healthy: 'Healthy', Warning: 'Healthy', Degraded: 'Warning', Outage: 'Warning' },
  'Soft required': { Healthy: 'Healthy', Warning: 'Healthy', Degraded: 'Warning', Outage: 'Degraded' },
  'Soft optional': { Healthy: 'Healthy', Warning: 'Healthy', Degraded: 'Healthy', Outage: 'Warning' },
  'Async required': { Healthy: 'Healthy', Warning: 'Healthy', Degraded: 'Warning', Outage: 'Warning' },
  'Async optional': { Healthy: 'Healthy', Warning: 'Healthy', Degraded: 'Healthy', Outage: 'Healthy' },
};

const worst = (states: Iterable<State>): State => [...states].reduce((a, b) => (WORSE[a] >= WORSE[b] ? a : b), 'Healthy');
const mildest = (states: Iterable<State>): State => [...states].reduce((a, b) => (WORSE[a] <= WORSE[b] ? a : b), 'Outage');

export interface OracleFailure {
  entityType: EntityKind;
  id: string;
  state: Exclude<State, 'Healthy'>;
}

export interface OracleQuestion {
  failures: OracleFailure[];
  withheld?: string[];
  /** What components report, by id; null for a clean baseline. */
  reported?: Record<string, Exclude<State, 'Healthy'>> | null;
  durationMinutes?: number | null;
  downFrom?: State;
}

type ByComponent = Record<string, State>;

/** One landscape, with the lookups that the rules need. All by id. */
export class ScenarioOracle {
  private readonly idOf: Record<number, string> = {};
  private readonly outermost: Set<string>;

  constructor(private readonly facts: LandscapeFacts) {
    for (const { id, ordinal } of facts.components) this.idOf[ordinal] = id;
    this.outermost = this.findOutermost();
  }

  private source = (edge: { sourceOrdinal: number }): string => this.idOf[edge.sourceOrdinal]!;
  private target = (edge: { targetOrdinal: number }): string => this.idOf[edge.targetOrdinal]!;

  /** Uses dependencies, direct and indirect, over edges that propagate within one application. */
  private findOutermost(): Set<string> {
    const { components, dependencies } = this.facts;
    const appOf = Object.fromEntries(components.map(({ id, applicationId }) => [id, applicationId]));
    const live = dependencies.filter(({ propagates }) => propagates);
    const needs: Record<string, Set<string>> = Object.fromEntries(components.map(({ id }) => [id, new Set([id])]));
    for (let isStable = false; !isStable;) {
      isStable = true;
      for (const edge of live) {
        const [from, to] = [this.source(edge), this.target(edge)];
        if (appOf[from] !== appOf[to]) continue;
        for (const id of needs[to]!)
          if (!needs[from]!.has(id)) {
            needs[from]!.add(id);
            isStable = false;
          }
      }
    }
    const isInner = (id: string): boolean => components.some((other) => needs[other.id]!.has(id) && !needs[id]!.has(other.id));
    const isNeededElsewhere = (id: string): boolean =>
      live.some((edge) => this.target(edge) === id && appOf[this.source(edge)] !== appOf[id] && edge.mode === 'Hard' && edge.required);
    return new Set(components.map(({ id }) => id).filter((id) => !isInner(id) || isNeededElsewhere(id)));
  }

  /** In service, or named by the question. */
  private isUsed({ id: own, lifecycleState }: LandscapeFacts['applications'][number], about: OracleFailure[]): boolean {
    const isNamed = about.some(({ entityType, id }) => entityType === 'application' && id === own);
    return isNamed || !['Planning', 'Development', 'Retired'].includes(lifecycleState);
  }

  private applicationsBehind({ entityType, id }: OracleFailure, about: OracleFailure[]): Set<string> {
    const { applications, capabilities, processes, segments } = this.facts;
    const wanted = new Set<string>();
    if (entityType === 'capability') wanted.add(id);
    if (entityType === 'process') processes.find((fact) => fact.id === id)?.capabilityIds.forEach((own) => wanted.add(own));
    if (entityType === 'segment') segments.find((fact) => fact.id === id)?.capabilities.forEach((own) => wanted.add(own.capabilityId));
    for (let size = -1; size !== wanted.size;) {
      size = wanted.size;
      for (const capability of capabilities) if (capability.parentId !== null && wanted.has(capability.parentId)) wanted.add(capability.id);
    }
    const isMeant = (app: LandscapeFacts['applications'][number]): boolean =>
      (entityType === 'application' && app.id === id) ||
      (this.isUsed(app, about) && entityType === 'process' && app.processIds.includes(id)) ||
      (this.isUsed(app, about) && app.capabilityIds.some((capability) => wanted.has(capability)));
    return new Set(applications.filter(isMeant).map((app) => app.id));
  }

  /** How severely each component starts to fail, with all these failures at the same time; `about` are those of the whole question. */
  starts(failures: OracleFailure[], about = failures): ByComponent {
    const zoneStates: Record<string, State> = {};
    for (const failure of failures)
      for (const zone of this.facts.hostingZones) {
        const isHit =
          (failure.entityType === 'hosting-zone' && zone.id === failure.id) ||
          (failure.entityType === 'hosting-area' && zone.hostingAreaId === failure.id);
        if (isHit) zoneStates[zone.id] = worst([failure.state, zoneStates[zone.id] ?? 'Healthy']);
      }
    const starts: ByComponent = {};
    for (const component of this.facts.components) {
      const from: State[] = [];
      for (const failure of failures) {
        const isHit =
          (failure.entityType === 'component' && component.id === failure.id) ||
          (failure.entityType === 'technology' && component.technologyIds.includes(failure.id)) ||
          (failure.entityType === 'dataset' && component.datasetIds.includes(failure.id)) ||
          this.applicationsBehind(failure, about).has(component.applicationId);
        if (isHit) from.push(failure.state);
      }
      const own = component.hostingZoneIds.map((zone) => zoneStates[zone] ?? 'Healthy');
      own.forEach((state) => from.push(mildest([state, 'Degraded'])));
      if (own.length > 0) from.push(mildest(own));
      if (worst(from) !== 'Healthy') starts[component.id] = worst(from);
    }
    return starts;
  }

  private groupsOf(id: string): { name: string; edges: LandscapeFacts['dependencies'] }[] {
    const edges = this.facts.dependencies.filter((edge) => edge.propagates && edge.redundancyGroup !== null && this.source(edge) === id);
    return [...new Set(edges.map((edge) => edge.redundancyGroup!))].map((name) => {
      return { name, edges: edges.filter((edge) => edge.redundancyGroup === name) };
    });
  }

  private passedBy(edge: LandscapeFacts['dependencies'][number], states: ByComponent, withheld: string[]): State {
    if (!edge.propagates || withheld.includes(edge.id)) return 'Healthy';
    return PASSES[`${edge.mode} ${edge.required ? 'required' : 'optional'}`]![states[this.target(edge)]!];
  }

  /** What each target of a group passes on, and the group as a whole: the k-th mildest. */
  private groupPasses(edges: LandscapeFacts['dependencies'], states: ByComponent, withheld: string[]) {
    const byTarget: Record<string, State> = {};
    for (const edge of edges) {
      const target = this.target(edge);
      byTarget[target] = worst([byTarget[target] ?? 'Healthy', this.passedBy(edge, states, withheld)]);
    }
    const mildestFirst = Object.values(byTarget).sort((a, b) => WORSE[a] - WORSE[b]);
    const passed = mildestFirst[Math.min(edges[0]!.redundancyMinimum, mildestFirst.length) - 1]!;
    return { byTarget, passed };
  }

  /** Relaxes until nothing changes, from Healthy upwards: the least fixpoint. */
  states(starts: ByComponent[], withheld: string[] = []): ByComponent {
    const states: ByComponent = Object.fromEntries(this.facts.components.map(({ id }) => [id, 'Healthy']));
    for (let isStable = false; !isStable;) {
      isStable = true;
      for (const { id } of this.facts.components) {
        const alone = this.facts.dependencies.filter((edge) => edge.redundancyGroup === null && this.source(edge) === id);
        const next = worst([
          ...starts.map((own) => own[id] ?? 'Healthy'),
          ...alone.map((edge) => this.passedBy(edge, states, withheld)),
          ...this.groupsOf(id).map(({ edges }) => this.groupPasses(edges, states, withheld).passed),
        ]);
        if (next !== states[id]) {
          states[id] = next;
          isStable = false;
        }
      }
    }
    return states;
  }

  /** The fewest hops from what fails, over edges that propagate and are not withheld. */
  private depths(from: string[], withheld: string[]): Record<string, number> {
    const depths: Record<string, number> = Object.fromEntries(from.map((id) => [id, 0]));
    for (let isStable = false; !isStable;) {
      isStable = true;
      for (const edge of this.facts.dependencies) {
        const through = depths[this.target(edge)];
        if (!edge.propagates || withheld.includes(edge.id) || through === undefined) continue;
        if ((depths[this.source(edge)] ?? Infinity) > through + 1) {
          depths[this.source(edge)] = through + 1;
          isStable = false;
        }
      }
    }
    return depths;
  }

  /** States of applications, capabilities, processes and segments, by id. */
  rollUp(states: ByComponent, failures: OracleFailure[] = []): ByComponent {
    const { applications, components, capabilities, processes, segments } = this.facts;
    const all: ByComponent = {};
    for (const app of applications) {
      const outer = components.filter(({ id, applicationId }) => applicationId === app.id && this.outermost.has(id));
      all[app.id] = worst(outer.map(({ id }) => states[id]!));
    }
    const used = applications.filter((app) => this.isUsed(app, failures));
    for (const { id } of capabilities) all[id] = worst(used.filter((app) => this.supports(app, id)).map((app) => all[app.id]!));
    for (const { id, capabilityIds } of processes) {
      const listing = used.filter(({ processIds }) => processIds.includes(id));
      all[id] = worst([...listing.map((app) => all[app.id]!), ...capabilityIds.map((own) => all[own]!)]);
    }
    for (const { id, capabilities: own } of segments) all[id] = worst(own.map(({ capabilityId }) => all[capabilityId]!));
    return all;
  }

  /** The capability itself or one below it. */
  private supports(app: LandscapeFacts['applications'][number], capabilityId: string): boolean {
    return app.capabilityIds.some((own) => {
      for (let id: string | null | undefined = own; id != null;) {
        if (id === capabilityId) return true;
        id = this.facts.capabilities.find((capability) => capability.id === id)?.parentId;
      }
      return false;
    });
  }

  /** The content of an answer without names, as sorted lines, to compare with `linesOf` an engine's answer. */
  lines(question: OracleQuestion): string[] {
    const { withheld = [], reported = null, durationMinutes = null, downFrom = 'Degraded' } = question;
    const failures = this.deduplicated(question.failures);
    const baseline: ByComponent = reported ?? {};
    const starts = this.starts(failures);
    const joint = this.states([starts, baseline], withheld);
    const live = this.states([baseline], withheld);
    const singles = failures.map((failure) => this.states([this.starts([failure], failures), baseline], withheld));
    const depths = this.depths([...Object.keys(starts), ...Object.keys(baseline)], withheld);
    const rolled = {
      joint: this.rollUp(joint, failures),
      live: this.rollUp(live, failures),
      singles: singles.map((states) => this.rollUp(states, failures)),
    };
    const lines: string[] = [];
    const row = (kind: string, id: string, depth: number, by: { joint: ByComponent; live: ByComponent; singles: ByComponent[] }): void => {
      if (by.joint[id] === 'Healthy') return;
      const alone = worst(by.singles.map((states) => states[id]!));
      const excess = WORSE[by.joint[id]!] > WORSE[alone] && (reported === null || WORSE[by.joint[id]!] > WORSE[by.live[id]!]);
      lines.push([kind, id, depth, by.joint[id], alone, excess, reported === null ? '' : by.live[id]].join(' '));
    };
    const { applications, components, capabilities, processes, segments } = this.facts;
    for (const id of Object.keys(starts)) lines.push(['origin', id, joint[id]].join(' '));
    for (const { id } of components) if (!(id in starts)) row('component', id, depths[id]!, { joint, live, singles });
    const nearest = this.nearest(depths);
    applications.forEach(({ id }) => row('application', id, nearest[id]!, rolled));
    capabilities.forEach(({ id }) => row('capability', id, nearest[id]!, rolled));
    processes.forEach(({ id }) => row('process', id, nearest[id]!, rolled));
    segments.forEach(({ id }) => row('audience', id, nearest[id]!, rolled));
    for (const { id, maximumTolerableDowntimeMinutes: tolerance } of capabilities) {
      const isDown = WORSE[rolled.joint[id]!] >= WORSE[downFrom];
      const verdict = tolerance === null ? 'NotSet' : isDown && durationMinutes! > tolerance ? 'Breached' : 'Met';
      if (rolled.joint[id] === 'Healthy') continue;
      lines.push(['tolerance', id, rolled.joint[id], tolerance, durationMinutes === null ? null : verdict].join(' '));
    }
    lines.push(...this.groupLines(joint, singles, withheld));
    return lines.sort();
  }

  /** The fewest hops to what is rolled up, by id: those of the nearest component in it. */
  private nearest(depths: Record<string, number>): Record<string, number> {
    const { applications, components, capabilities, processes, segments } = this.facts;
    const nearest: Record<string, number> = {};
    const take = (id: string, from: (number | undefined)[]): void => {
      nearest[id] = Math.min(...from.map((depth) => depth ?? Infinity));
    };
    const at = (ids: string[]): (number | undefined)[] => ids.map((id) => nearest[id]);
    for (const app of applications) {
      const own = components.filter(({ applicationId }) => applicationId === app.id);
      take(
        app.id,
        own.map(({ id }) => depths[id]),
      );
    }
    for (const { id } of capabilities) take(id, at(applications.filter((app) => this.supports(app, id)).map((app) => app.id)));
    for (const { id, capabilityIds } of processes) {
      const listing = applications.filter(({ processIds }) => processIds.includes(id)).map((app) => app.id);
      take(id, at([...listing, ...capabilityIds]));
    }
    for (const { id, capabilities: own } of segments) take(id, at(own.map(({ capabilityId }) => capabilityId)));
    return nearest;
  }

  private groupLines(joint: ByComponent, singles: ByComponent[], withheld: string[]): string[] {
    const lines: string[] = [];
    for (const { id } of this.facts.components)
      for (const { name, edges } of this.groupsOf(id)) {
        const jointly = this.groupPasses(edges, joint, withheld);
        const alone = worst(singles.map((states) => this.groupPasses(edges, states, withheld).passed));
        if (WORSE[jointly.passed] <= WORSE[alone]) continue;
        const lost = Object.keys(jointly.byTarget).filter((target) => WORSE[jointly.byTarget[target]!] >= WORSE[jointly.passed]);
        const targets = Object.keys(jointly.byTarget).length;
        lines.push(['gave way', id, name, edges[0]!.redundancyMinimum, targets, targets - lost.length, ...lost.sort()].join(' '));
      }
    return lines;
  }

  private deduplicated(failures: OracleFailure[]): OracleFailure[] {
    const byEntity: Record<string, OracleFailure> = {};
    for (const failure of failures) {
      const known = byEntity[failure.id];
      if (known === undefined || WORSE[failure.state] > WORSE[known.state]) byEntity[failure.id] = failure;
    }
    return Object.values(byEntity);
  }
}

/** An engine's answer in the form of the oracle's. */
export function linesOf(answer: ScenarioEvaluation): string[] {
  type Row = { id: string; depth: number; expectedState: State; alone: State; isExcess: boolean; live?: State };
  const told = (kind: string, rows: readonly Row[]): string[] =>
    rows.map((row) => [kind, row.id, row.depth, row.expectedState, row.alone, row.isExcess, row.live ?? ''].join(' '));
  return [
    ...answer.origin.map((row) => ['origin', row.id, row.expectedState].join(' ')),
    ...told('component', answer.components),
    ...told('application', answer.applications),
    ...told('capability', answer.capabilities),
    ...told('process', answer.processes),
    ...told('audience', answer.audiences),
    ...answer.tolerances.map((row) => ['tolerance', row.id, row.expectedState, row.maximumTolerableDowntimeMinutes, row.verdict].join(' ')),
    ...answer.gaveWay.map((row) =>
      [
        'gave way',
        row.source.id,
        row.redundancyGroup,
        row.redundancyMinimum,
        row.targets,
        row.working,
        ...row.lost.map(({ id }) => id).sort(),
      ].join(' '),
    ),
  ].sort();
}
