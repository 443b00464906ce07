/**
 * The far end of a picture of impact: affected capabilities and processes, the audiences they serve, and which application leads to which.
 */
import type { AffectedEntities } from '@/domain/graph/spread/affectedEntities';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type { CapabilityFact, EntityFact } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Exposures } from './columnExposure';
import type { ColumnLink } from './columnTypes';
import { stateOf } from '@/domain/graph/questions/blastRadius';
import { exposureOf } from '@/domain/graph/spread/revenue';
import { namedOf, type Named } from '@/domain/named';
import { CRITICALITY_TIERS } from '@/domain/vocabulary';
import type { AudienceType, HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

/** For capabilities, processes and audiences each. */
export const MOST_OUTCOMES = 24;

export interface ColumnOutcome extends Named {
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
  /** By state, then exposure, then criticality tier, then technicalName. */
  capabilities: ColumnCapability[];
  processes: ColumnOutcome[];
  /** By state, then exposure if the caller may see it, then people, then technicalName. */
  audiences: ColumnAudience[];
  /** What is affected but not listed. */
  omitted: { capabilities: number; processes: number; audiences: number };
  links: ColumnLink[];
}

interface Asked {
  canSeeRevenue: boolean;
  exposures: Exposures;
  /** Leaves out what is only reached. */
  isAffectedOnly?: boolean;
  /** Entities that the columns start from are not repeated at the end. */
  except: string | null;
}

/**
 * Read from the roll-up of the graph. `supporters` say what stands for each application that can lead here; upstream, null: nothing is listed.
 */
export function outcomeColumns(graph: LandscapeGraph, supporters: ReadonlyMap<number, string> | null, asked: Asked): OutcomeColumns {
  if (supporters === null)
    return { capabilities: [], processes: [], audiences: [], omitted: { capabilities: 0, processes: 0, audiences: 0 }, links: [] };
  const { rollUp } = graph;
  const capabilities = listedOf(graph.capabilities, rollUp.capabilities, asked, (fact, index) => {
    const { expectedPerHour, perHour } = asked.exposures.ofCapability(index);
    return { more: {}, worth: [expectedPerHour, perHour, tierOf(fact)] };
  });
  const processes = listedOf(graph.processes, rollUp.processes, asked, () => ({ more: {}, worth: [] }));
  const severityOf = (capabilityId: string): number => rollUp.capabilities.severityOf(graph.capabilities.indexOf(capabilityId));
  const audiences = listedOf(graph.segments, rollUp.segments, asked, (segment) => {
    const { audienceType, people, annualRevenue } = segment;
    const exposure = asked.canSeeRevenue && annualRevenue !== null ? exposureOf([segment], severityOf) : null;
    return { more: { audienceType, people, exposure }, worth: [exposure?.expectedPerHour ?? 0, exposure?.perHour ?? 0, people ?? 0] };
  });
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

function tierOf({ criticalityTier }: CapabilityFact): number {
  return criticalityTier === null ? -1 : CRITICALITY_TIERS.indexOf(criticalityTier);
}

/** Worst first, then by what it is worth, then by technicalName; each with what `tell` says of it. */
function listedOf<Fact extends EntityFact, More>(
  table: EntityTable<Fact>,
  affected: AffectedEntities,
  { except, isAffectedOnly = false }: Asked,
  tell: (fact: Fact, index: number) => { more: More; worth: number[] },
): List<ColumnOutcome & More> {
  const all: (Listed<ColumnOutcome & More> & { worth: number[] })[] = [];
  for (let position = 0; position < affected.count; position++) {
    const index = affected.indexes[position]!;
    const fact = table.at(index);
    const severity = affected.severities[position]!;
    if (fact.id === except || (isAffectedOnly && severity === 0)) continue;
    const { more, worth } = tell(fact, index);
    all.push({ index, worth: [severity, ...worth], outcome: { ...namedOf(fact), state: stateOf(severity), ...more } });
  }
  all.sort((a, b) => byWorth(a.worth, b.worth) || byCodeUnit(a.outcome.technicalName, b.outcome.technicalName));
  const rows = all.slice(0, MOST_OUTCOMES);
  return { rows, omitted: all.length - rows.length };
}

/** The larger first, number by number. */
function byWorth(left: readonly number[], right: readonly number[]): number {
  return left.map((own, at) => (right[at] ?? 0) - own).find((difference) => difference !== 0) ?? 0;
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
    for (const { index, outcome } of capabilities)
      if (supported.has(index)) found.push({ from, to: outcome.id, count: 1, fromRow: null, toRow: null });
    for (const { index, outcome } of processes) {
      const isUsed = own.has(index) || Array.from(links.processCapabilities.named.row(index)).some((one) => supported.has(one));
      if (isUsed) found.push({ from, to: outcome.id, count: 1, fromRow: null, toRow: null });
    }
  }
  return found;
}

function serviceLinks({ links }: LandscapeGraph, capabilities: readonly Listed[], audiences: readonly Listed[]): ColumnLink[] {
  return audiences.flatMap(({ index, outcome }) => {
    const served = new Set(links.segmentCapabilities.named.row(index));
    return capabilities
      .filter((one) => served.has(one.index))
      .map((one) => ({ from: one.outcome.id, to: outcome.id, count: 1, fromRow: null, toRow: null }));
  });
}
