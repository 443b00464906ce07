/**
 * The far end of a picture of impact: affected capabilities and processes, the audiences they serve, and which application leads to which.
 */
import type { AffectedEntities } from '@/domain/graph/spread/affectedEntities';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type { CapabilityFact, EntityFact } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { segmentExposure } from '@/domain/graph/spread/revenue';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { AudienceType, HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

/** For capabilities, processes and audiences each. */
export const MOST_OUTCOMES = 24;

/** `from` passes the failure on to `to`: ids of causes, applications, capabilities, processes and audiences, or OTHER_APPLICATIONS. */
export interface ColumnLink {
  from: string;
  to: string;
  /** Dependencies along which the failure travels; 1 for supporting a capability and serving an audience. */
  count: number;
}

export interface ColumnOutcome {
  id: string;
  technicalName: string;
  name: string;
  state: HealthState;
}

export interface ColumnCapability extends ColumnOutcome {
  /** The capability above it, if that is listed too. */
  parentId: string | null;
}

export interface ColumnAudience extends ColumnOutcome {
  audienceType: AudienceType;
  people: number | null;
  /** Only if its annual revenue is known and may be seen. */
  exposure: { perHour: number; expectedPerHour: number } | null;
}

export interface OutcomeColumns {
  /** Worst first. */
  capabilities: ColumnCapability[];
  processes: ColumnOutcome[];
  /** By exposure if the caller may see it, then people, then technicalName. */
  audiences: ColumnAudience[];
  /** What is affected but not listed. */
  omitted: { capabilities: number; processes: number; audiences: number };
  /** Never leads from something further from the cause to something nearer. */
  links: ColumnLink[];
}

interface Asked {
  canSeeRevenue: boolean;
  /** Entities that the columns start from are not repeated at the end. */
  except: string | null;
}

/**
 * Read from the roll-up of the graph. `supporters` say which nodes stand for each application that can lead here; without them, nothing is
 * listed.
 */
export function outcomeColumns(graph: LandscapeGraph, supporters: ReadonlyMap<number, string>, asked: Asked): OutcomeColumns {
  if (supporters.size === 0) {
    return { capabilities: [], processes: [], audiences: [], omitted: { capabilities: 0, processes: 0, audiences: 0 }, links: [] };
  }
  const { rollUp } = graph;
  const capabilities = listedOf(graph.capabilities, rollUp.capabilities, asked.except);
  const processes = listedOf(graph.processes, rollUp.processes, asked.except);
  const audiences = audiencesOf(graph, asked);
  return {
    capabilities: capabilities.rows.map((row) => ({ ...row.outcome, parentId: parentOf(graph, row.index, capabilities.rows) })),
    processes: processes.rows.map(({ outcome }) => outcome),
    audiences: audiences.rows.map(({ outcome }) => outcome),
    omitted: { capabilities: capabilities.omitted, processes: processes.omitted, audiences: audiences.omitted },
    links: [
      ...supportLinks(graph, supporters, capabilities.rows, processes.rows),
      ...serviceLinks(graph, capabilities.rows, audiences.rows),
    ],
  };
}

interface Listed<Outcome = ColumnOutcome> {
  index: number;
  outcome: Outcome;
}

interface List<Outcome = ColumnOutcome> {
  rows: Listed<Outcome>[];
  omitted: number;
}

/** Worst first, then by technicalName. */
function listedOf(table: EntityTable<EntityFact>, affected: AffectedEntities, except: string | null): List {
  const all: (Listed & { severity: number })[] = [];
  for (let position = 0; position < affected.count; position++) {
    const index = affected.indexes[position]!;
    const { id, technicalName, name } = table.at(index);
    const severity = affected.severities[position]!;
    if (id !== except) all.push({ index, severity, outcome: { id, technicalName, name, state: stateAt(severity) } });
  }
  all.sort((a, b) => b.severity - a.severity || byCodeUnit(a.outcome.technicalName, b.outcome.technicalName));
  const rows = all.slice(0, MOST_OUTCOMES);
  return { rows, omitted: all.length - rows.length };
}

function audiencesOf(graph: LandscapeGraph, { canSeeRevenue, except }: Asked): List<ColumnAudience> {
  const { segments, capabilities } = graph.rollUp;
  const severityOf = (capabilityId: string): number => capabilities.severityOf(graph.capabilities.indexOf(capabilityId));
  const all: Listed<ColumnAudience>[] = [];
  for (let position = 0; position < segments.count; position++) {
    const index = segments.indexes[position]!;
    const segment = graph.segments.at(index);
    if (segment.id === except) continue;
    const { id, technicalName, name, audienceType, people } = segment;
    const known = canSeeRevenue && segment.annualRevenue !== null ? segmentExposure(segment, severityOf) : null;
    const exposure = known === null ? null : { perHour: known.perHour, expectedPerHour: known.expectedPerHour };
    const state = stateAt(segments.severities[position]!);
    all.push({ index, outcome: { id, technicalName, name, state, audienceType, people, exposure } });
  }
  const worth = ({ exposure, people }: ColumnAudience): number[] => [exposure?.expectedPerHour ?? 0, exposure?.perHour ?? 0, people ?? 0];
  all.sort((a, b) => {
    const theirs = worth(b.outcome);
    const difference = worth(a.outcome)
      .map((own, position) => theirs[position]! - own)
      .find((one) => one !== 0);
    return difference ?? byCodeUnit(a.outcome.technicalName, b.outcome.technicalName);
  });
  const rows = all.slice(0, MOST_OUTCOMES);
  return { rows, omitted: all.length - rows.length };
}

function parentOf(graph: LandscapeGraph, index: number, listed: readonly Listed[]): string | null {
  const { parentId }: CapabilityFact = graph.capabilities.at(index);
  return listed.some(({ outcome }) => outcome.id === parentId) ? parentId : null;
}

/**
 * An application leads to the capabilities that it supports itself, and to the processes that use it or one of these. By technicalName of the
 * application.
 */
function supportLinks(
  { links, applications }: LandscapeGraph,
  supporters: ReadonlyMap<number, string>,
  capabilities: readonly Listed[],
  processes: readonly Listed[],
): ColumnLink[] {
  const found: ColumnLink[] = [];
  const { ranks } = applications.nameOrder;
  for (const [application, from] of [...supporters].sort(([left], [right]) => ranks[left]! - ranks[right]!)) {
    const supported = new Set(links.applicationCapabilities.named.row(application));
    const own = new Set(links.applicationProcesses.named.row(application));
    for (const { index, outcome } of capabilities) {
      if (supported.has(index)) found.push({ from, to: outcome.id, count: 1 });
    }
    for (const { index, outcome } of processes) {
      const isUsed = own.has(index) || Array.from(links.processCapabilities.named.row(index)).some((one) => supported.has(one));
      if (isUsed) found.push({ from, to: outcome.id, count: 1 });
    }
  }
  return found;
}

function serviceLinks({ links }: LandscapeGraph, capabilities: readonly Listed[], audiences: readonly Listed[]): ColumnLink[] {
  return audiences.flatMap(({ index, outcome }) => {
    const served = new Set(links.segmentCapabilities.named.row(index));
    return capabilities.filter((one) => served.has(one.index)).map((one) => ({ from: one.outcome.id, to: outcome.id, count: 1 }));
  });
}

function stateAt(severity: number): HealthState {
  return HEALTH_STATES[severity] ?? 'Healthy';
}
