/**
 * Computes the blast radius in a slow and obvious way, from plain facts and the rules alone, to check the graph engine. It shares no code
 * with it.
 */
import type { BlastRadiusQuery } from '@/domain/graph/questions/blastRadius';
import type { BlastRadiusAnswer } from '@/domain/graph/questions/blastRadiusAnswer';
import type { ApplicationFact, ComponentFact, DependencyFact, EntityFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { componentCounts, inOrder, mildest, passedOn, severity, unhealthy, worst, type Level, type States } from './oracleLevels';

/** One landscape and one query, with the lookups that the rules need. */
export class GraphOracle {
  private readonly travelled: DependencyFact[];
  private readonly byOrdinal: Map<number, ComponentFact>;
  private readonly bySource = new Map<number, DependencyFact[]>();
  private readonly outermostOf = new Map<string, Set<ComponentFact>>();

  constructor(
    private readonly facts: LandscapeFacts,
    private readonly query: BlastRadiusQuery,
    private readonly version: number,
  ) {
    this.byOrdinal = new Map(facts.components.map((component) => [component.ordinal, component]));
    this.travelled = facts.dependencies.filter((edge) => edge.propagates && this.passesFilters(edge));
    facts.components.forEach(({ ordinal }) =>
      this.bySource.set(
        ordinal,
        facts.dependencies.filter((edge) => edge.propagates && edge.sourceOrdinal === ordinal),
      ),
    );
    facts.applications.forEach(({ id }) => this.outermostOf.set(id, this.outermost(id)));
  }

  private passesFilters(edge: DependencyFact): boolean {
    const { modes, types } = this.query;
    return (modes === null || modes.includes(edge.mode)) && (types === null || types.includes(edge.dependencyType));
  }

  private source = (edge: DependencyFact): ComponentFact => this.byOrdinal.get(edge.sourceOrdinal)!;
  private target = (edge: DependencyFact): ComponentFact => this.byOrdinal.get(edge.targetOrdinal)!;
  private isDownstream = (): boolean => this.query.direction === 'downstream';
  /** The end of an edge that is nearer to the origin, in the direction of the question, and the other end. */
  private near = (edge: DependencyFact): ComponentFact => (this.isDownstream() ? this.target(edge) : this.source(edge));
  private far = (edge: DependencyFact): ComponentFact => (this.isDownstream() ? this.source(edge) : this.target(edge));

  /** A capability and all capabilities above it, or below it. */
  private above(id: string): Set<string> {
    const found = new Set<string>();
    for (let next: string | null = id; next !== null && !found.has(next);) {
      found.add(next);
      next = this.facts.capabilities.find((capability) => capability.id === next)?.parentId ?? null;
    }
    return found;
  }
  private supports = (application: ApplicationFact, capabilityId: string): boolean =>
    application.capabilityIds.some((supported) => this.above(supported).has(capabilityId));

  /** Planned, unfinished and retired applications harm nobody, unless the question is about them. */
  private counts({ id, lifecycleState }: ApplicationFact): boolean {
    const { entityType, entityId, includeNotInService = false } = this.query;
    return (
      includeNotInService ||
      !['Planning', 'Development', 'Retired'].includes(lifecycleState) ||
      (entityType === 'application' && id === entityId)
    );
  }

  private applicationOf({ applicationId }: ComponentFact): ApplicationFact {
    return this.facts.applications.find(({ id }) => id === applicationId)!;
  }

  private startApplications(): ApplicationFact[] {
    const { entityType, entityId } = this.query;
    const supportingAny = (ids: string[]): ApplicationFact[] =>
      this.facts.applications.filter((app) => this.counts(app) && ids.some((id) => this.supports(app, id)));
    switch (entityType) {
      case 'application':
        return this.facts.applications.filter((app) => app.id === entityId);
      case 'capability':
        return supportingAny([entityId]);
      case 'process': {
        const listing = this.facts.applications.filter((app) => this.counts(app) && app.processIds.includes(entityId));
        const process = this.facts.processes.find((candidate) => candidate.id === entityId);
        return [...new Set([...listing, ...supportingAny(process?.capabilityIds ?? [])])];
      }
      case 'segment':
        return supportingAny(
          this.facts.segments.find((segment) => segment.id === entityId)?.capabilities.map((share) => share.capabilityId) ?? [],
        );
      default:
        return [];
    }
  }

  private startStates(): States {
    const { entityType, entityId, state = 'Outage' } = this.query;
    const failingZones = this.facts.hostingZones
      .filter((zone) => zone.id === entityId || zone.hostingAreaId === entityId)
      .map((zone) => zone.id);
    const applications = this.startApplications().map((app) => app.id);
    const starts: States = new Map();
    for (const component of this.facts.components) {
      const isStart = {
        component: component.id === entityId,
        technology: component.technologyIds.includes(entityId),
        dataset: component.datasetIds.includes(entityId),
        'hosting-zone': component.hostingZoneIds.includes(entityId),
        'hosting-area': component.hostingZoneIds.some((zone) => failingZones.includes(zone)),
        application: applications.includes(component.applicationId),
        capability: applications.includes(component.applicationId),
        process: applications.includes(component.applicationId),
        segment: applications.includes(component.applicationId),
      }[entityType];
      const isByZone = entityType === 'hosting-zone' || entityType === 'hosting-area';
      const isPartial = isByZone && component.hostingZoneIds.some((zone) => !failingZones.includes(zone));
      if (isStart) starts.set(component, isPartial ? mildest(state, 'Degraded') : state);
    }
    return starts;
  }

  /** Depth of everything within `limit` hops. */
  private depths(starts: Iterable<ComponentFact>, limit: number): Map<ComponentFact, number> {
    const depths = new Map([...starts].map((component) => [component, 0]));
    for (let depth = 1; depth <= limit; depth++)
      for (const edge of this.travelled)
        if (depths.get(this.near(edge)) === depth - 1 && !depths.has(this.far(edge))) depths.set(this.far(edge), depth);
    return depths;
  }

  /** Applies the rules to the members repeatedly, from the given start, until nothing changes. */
  private fixpoint(members: Set<ComponentFact>, starts: States): States {
    const states: States = new Map([...members].map((component) => [component, starts.get(component) ?? 'Healthy']));
    for (let isStable = false; !isStable;) {
      isStable = true;
      for (const component of members) {
        const next = worst([starts.get(component) ?? 'Healthy', ...this.takenBy(component, states)]);
        if (next !== states.get(component)) {
          states.set(component, next);
          isStable = false;
        }
      }
    }
    return states;
  }

  private takenBy(component: ComponentFact, states: States): Level[] {
    const own = this.bySource.get(component.ordinal)!;
    // A dependency that a filter excludes counts as working in its group.
    const passed = (edge: DependencyFact): Level =>
      this.passesFilters(edge) ? passedOn(edge, states.get(this.target(edge)) ?? 'Healthy') : 'Healthy';
    const taken = own.filter((edge) => edge.redundancyGroup === null).map(passed);
    for (const name of new Set(own.map((edge) => edge.redundancyGroup))) {
      const group = own.filter((edge) => edge.redundancyGroup === name);
      if (name !== null) {
        const targets = [...new Set(group.map((edge) => edge.targetOrdinal))];
        const perTarget = targets.map((ordinal) => worst(group.filter((edge) => edge.targetOrdinal === ordinal).map(passed)));
        perTarget.sort((a, b) => severity(a) - severity(b));
        taken.push(perTarget[Math.min(group[0]!.redundancyMinimum, perTarget.length) - 1]!);
      }
    }
    return taken;
  }

  private outermost(applicationId: string): Set<ComponentFact> {
    const own = this.facts.components.filter((component) => component.applicationId === applicationId);
    const edges = this.facts.dependencies.filter((edge) => edge.propagates);
    const dependsWithin = new Map(own.map((component) => [component, new Set([component])]));
    const inside = edges.filter((edge) => own.includes(this.source(edge)) && own.includes(this.target(edge)));
    for (let round = 0; round < own.length; round++)
      for (const edge of inside) this.copyAll(dependsWithin.get(this.target(edge))!, dependsWithin.get(this.source(edge))!);
    const isEntered = (component: ComponentFact): boolean =>
      own.some((other) => dependsWithin.get(other)!.has(component) && !dependsWithin.get(component)!.has(other));
    const isNeeded = (component: ComponentFact): boolean =>
      edges.some((edge) => this.target(edge) === component && !own.includes(this.source(edge)) && edge.mode === 'Hard' && edge.required);
    return new Set(own.filter((component) => !isEntered(component) || isNeeded(component)));
  }

  private copyAll(from: Set<ComponentFact>, to: Set<ComponentFact>): void {
    from.forEach((component) => to.add(component));
  }

  /** Upstream: lets each component fail alone, and reads the state of the start entity. */
  private statesOfCauses(members: Set<ComponentFact>, starts: States): States {
    const applications = this.startApplications();
    const tops =
      applications.length > 0 ? new Set(applications.flatMap((app) => [...this.outermostOf.get(app.id)!])) : new Set(starts.keys());
    const states: States = new Map();
    for (const cause of members) {
      const outcome = this.fixpoint(members, new Map([[cause, this.query.state ?? 'Outage']]));
      states.set(cause, worst([...tops].map((top) => outcome.get(top) ?? 'Healthy')));
    }
    return states;
  }

  answer(): BlastRadiusAnswer {
    const { query, facts } = this;
    const entity = this.entity();
    const applied = Math.min(query.requestedDepth ?? query.planMaximumDepth, query.planMaximumDepth);
    const starts = this.startStates();
    const depths = this.depths(starts.keys(), applied);
    const members = new Set(depths.keys());
    const states = this.isDownstream() ? this.fixpoint(members, starts) : this.statesOfCauses(members, starts);
    const reached = [...members].filter((component) => !starts.has(component));
    const stopped = facts.dependencies.filter((edge) => members.has(this.near(edge)) && !members.has(this.far(edge)));
    const rows = reached
      .map((component) => ({ ...this.shown(component, states), depth: depths.get(component)!, via: this.via(component, depths) }))
      .sort(inOrder);
    const limit = query.componentLimit ?? rows.length;
    const rollUps = this.isDownstream() ? this.rollUps(depths, states) : this.causingApplications(depths, starts, states);
    const exposure = this.isDownstream() && query.canSeeRevenue ? { revenueExposure: this.revenue(rollUps) } : {};
    return {
      entity: { id: entity.id, type: query.entityType, technicalName: entity.technicalName, name: entity.name },
      direction: query.direction,
      state: query.state ?? 'Outage',
      depth: { requested: query.requestedDepth, applied, planMaximum: query.planMaximumDepth },
      filters: { modes: query.modes, types: query.types },
      origin: [...starts.keys()]
        .map((component) => this.shown(component, states))
        .sort((a, b) => inOrder({ ...a, depth: 0 }, { ...b, depth: 0 })),
      components: rows.slice(0, limit),
      ...rollUps,
      ...exposure,
      counts: {
        components: rows.length,
        applications: rollUps.applications.length,
        capabilities: rollUps.capabilities.length,
        processes: rollUps.processes.length,
        audiences: rollUps.audiences.length,
      },
      affectedCounts: {
        components: unhealthy(rows),
        applications: unhealthy(rollUps.applications),
        capabilities: unhealthy(rollUps.capabilities),
        processes: unhealthy(rollUps.processes),
        audiences: unhealthy(rollUps.audiences),
      },
      completeness: {
        beyondDepth: this.depths(starts.keys(), applied + 1).size - depths.size,
        stoppedByFilter: stopped.filter((edge) => edge.propagates && !this.passesFilters(edge)).length,
        stoppedByPropagates: stopped.filter((edge) => !edge.propagates).length,
        componentsOmitted: rows.length - Math.min(limit, rows.length),
        notRecorded: this.isDownstream() ? this.notRecorded([...members].filter((one) => states.get(one) !== 'Healthy')) : [],
        notInService: {
          components: [...members].filter(
            (one) => !starts.has(one) && states.get(one) !== 'Healthy' && !this.counts(this.applicationOf(one)),
          ).length,
          applications: rollUps.applications.filter(
            ({ id, expectedState }) => expectedState !== 'Healthy' && !this.counts(this.facts.applications.find((app) => app.id === id)!),
          ).length,
        },
        withheld: this.isDownstream() && !query.canSeeRevenue ? ['revenueExposure'] : [],
      },
      landscapeVersion: this.version,
    };
  }

  private entity(): EntityFact {
    const all: EntityFact[] = [
      ...this.facts.applications,
      ...this.facts.components,
      ...this.facts.capabilities,
      ...this.facts.processes,
      ...this.facts.segments,
      ...this.facts.hostingAreas,
      ...this.facts.hostingZones,
      ...this.facts.technologies,
      ...this.facts.datasets,
    ];
    return all.find((fact) => fact.id === this.query.entityId)!;
  }

  private shown(component: ComponentFact, states: States) {
    const { id, technicalName, name, kind, applicationId, isExternal } = component;
    return { id, technicalName, name, kind, applicationId, isExternal, expectedState: states.get(component)! };
  }

  private via(component: ComponentFact, depths: Map<ComponentFact, number>) {
    const key = (edge: DependencyFact): string => `${this.near(edge).technicalName} ${edge.dependencyType}`;
    const last = this.travelled.filter(
      (edge) => this.far(edge) === component && depths.get(this.near(edge)) === depths.get(component)! - 1,
    );
    const first = last.reduce((a, b) => (key(b) < key(a) ? b : a));
    return { dependencyId: first.id, componentId: this.near(first).id };
  }

  /** Upstream: an application that contains a cause beyond the asked entity's own components. Nothing is rolled up further. */
  private causingApplications(depths: Map<ComponentFact, number>, starts: States, states: States): ReturnType<GraphOracle['rollUps']> {
    const applications = this.facts.applications.flatMap((app) => {
      const inside = [...depths.keys()].filter((component) => component.applicationId === app.id);
      if (inside.every((component) => starts.has(component))) return [];
      const { id, technicalName, name, criticalityTier, ownerTeam, lifecycleState } = app;
      const depth = Math.min(...inside.map((component) => depths.get(component)!));
      const expectedState = worst(inside.map((component) => states.get(component)!));
      return [
        { id, technicalName, name, criticalityTier, ownerTeam, lifecycleState, depth, expectedState, ...componentCounts(inside, states) },
      ];
    });
    return { applications: applications.sort(inOrder), capabilities: [], processes: [], audiences: [] };
  }

  /** Asks each capability and segment of the landscape whether it is linked to any of the affected components. */
  private notRecorded(affected: ComponentFact[]): ('capabilities' | 'audiences' | 'revenue')[] {
    const { facts, query } = this;
    const involved = facts.applications.filter((app) => this.counts(app) && affected.some(({ applicationId }) => applicationId === app.id));
    const linked = facts.capabilities.filter((capability) => involved.some((app) => this.supports(app, capability.id)));
    const shares = facts.segments.flatMap((segment) =>
      segment.capabilities
        .filter((share) => linked.some((capability) => capability.id === share.capabilityId))
        .map((share) => ({ ...share, isPriced: segment.annualRevenue !== null && share.revenueShare !== null })),
    );
    return [
      ...(linked.length === 0 ? ['capabilities' as const] : []),
      ...(shares.length === 0 ? ['audiences' as const] : []),
      ...(query.canSeeRevenue && !shares.some(({ isPriced }) => isPriced) ? ['revenue' as const] : []),
    ];
  }

  private rollUps(depths: Map<ComponentFact, number>, states: States) {
    const { facts } = this;
    const applications = facts.applications.flatMap((app) => {
      const own = [...depths.keys()].filter((component) => component.applicationId === app.id);
      const outer = own.filter((component) => this.outermostOf.get(app.id)!.has(component));
      const counted = outer.length > 0 ? outer : own;
      const { id, technicalName, name, criticalityTier, ownerTeam, lifecycleState } = app;
      const depth = Math.min(...own.map((component) => depths.get(component)!));
      const expectedState = worst(counted.map((component) => states.get(component)!));
      return own.length === 0
        ? []
        : [{ id, technicalName, name, criticalityTier, ownerTeam, lifecycleState, depth, expectedState, ...componentCounts(own, states) }];
    });
    const made = <Fact extends EntityFact>(fact: Fact, of: { depth: number; expectedState: Level }[]) =>
      of.length === 0
        ? []
        : [{ fact, depth: Math.min(...of.map((part) => part.depth)), expectedState: worst(of.map((part) => part.expectedState)) }];
    const factOf = (row: { id: string }): ApplicationFact => facts.applications.find((app) => app.id === row.id)!;
    const harming = applications.map((row): typeof row => (this.counts(factOf(row)) ? row : { ...row, expectedState: 'Healthy' }));
    const capabilities = facts.capabilities.flatMap((fact) =>
      made(
        fact,
        harming.filter((row) => this.supports(factOf(row), fact.id)),
      ),
    );
    const affected = (ids: string[]) => capabilities.filter((row) => ids.includes(row.fact.id));
    const processes = facts.processes.flatMap((fact) =>
      made(fact, [...harming.filter((row) => factOf(row).processIds.includes(fact.id)), ...affected(fact.capabilityIds)]),
    );
    const audiences = facts.segments.flatMap((fact) => made(fact, affected(fact.capabilities.map((share) => share.capabilityId))));
    const plain = ({
      fact: { id, technicalName, name },
      depth,
      expectedState,
    }: (typeof capabilities)[number] | (typeof processes)[number]) => ({
      id,
      technicalName,
      name,
      depth,
      expectedState,
    });
    return {
      applications: applications.sort(inOrder),
      capabilities: capabilities.map(plain).sort(inOrder),
      processes: processes.map(plain).sort(inOrder),
      audiences: audiences
        .map(({ fact: { id, technicalName, name, audienceType, people }, depth, expectedState }) => ({
          id,
          technicalName,
          name,
          audienceType,
          people,
          depth,
          expectedState,
        }))
        .sort(inOrder),
    };
  }

  /** Amounts are whole numbers of a small unit, so that they can be compared exactly. */
  private revenue(rollUps: ReturnType<GraphOracle['rollUps']>) {
    const byAudience = rollUps.audiences.flatMap(({ id, technicalName, name }) => {
      const segment = this.facts.segments.find((fact) => fact.id === id)!;
      if (segment.annualRevenue === null) return [];
      let left = 100;
      let lost = 0;
      for (const level of ['Outage', 'Degraded', 'Warning'] as const)
        for (const share of segment.capabilities) {
          const isHit = rollUps.capabilities.some((row) => row.id === share.capabilityId && row.expectedState === level);
          const percent = isHit ? Math.min(left, Math.round((share.revenueShare ?? 0) * 100)) : 0;
          left -= percent;
          lost += percent * { Outage: 10, Degraded: 5, Warning: 1 }[level];
        }
      const perYear = segment.annualRevenue * ((100 - left) / 100);
      return [
        { id, technicalName, name, perYear, perHour: perYear / 8760, expectedPerHour: (segment.annualRevenue * (lost / 1000)) / 8760 },
      ];
    });
    const sum = (pick: (row: (typeof byAudience)[number]) => number): number => byAudience.reduce((total, row) => total + pick(row), 0);
    return {
      currency: this.query.currency,
      perYear: sum((row) => row.perYear),
      perHour: sum((row) => row.perHour),
      expectedPerHour: sum((row) => row.expectedPerHour),
      byAudience,
    };
  }
}
