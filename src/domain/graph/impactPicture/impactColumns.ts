/**
 * What fails and what it affects, reduced to what fits in one picture: from the causes over applications by distance to capabilities,
 * processes and audiences, with the links between them. The layout is decided elsewhere.
 */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { AffectedNodes } from './affectedNodes';
import { capabilitiesAbove, exposuresIn } from './columnExposure';
import { gatherGroups, groupingOf, groupsOf, nameOfGroup } from './columnGroups';
import { bitsThrough, linksBetween } from './columnLinks';
import { cardOf, gatherCards, isAffectedCard, isOneApplication, mostRowsOf, withLoneParts, type GatheredCard } from './columnParts';
import { MOST_CARDS, MOST_GROUPS } from './columnTypes';
import type { ColumnCard, ColumnGroup, ColumnTotals, GroupedBy } from './columnTypes';
import { outcomeColumns } from './outcomeColumns';
import type { OutcomeColumns } from './outcomeColumns';
import { exposureOf } from '@/domain/graph/spread/revenue';
import { append } from '@/plain/grouped';
import type { Steps } from '@/plain/steps';

export interface ImpactColumns extends OutcomeColumns {
  /** By state, then exposure, then criticality tier, then technicalName. Empty if there are groups. */
  cards: ColumnCard[];
  /** Applications that have no card. */
  others: { applications: number; components: number };
  /** Whether most of it is one application, so that a picture shows components in place of applications. */
  isOneApplication: boolean;
  /** What groups are; null if the applications are listed. */
  groupedBy: GroupedBy | null;
  groups: ColumnGroup[];
  /** Groups that are not listed. */
  groupsOmitted: number;
  /** The applications of this group are listed, all others are among `others`; null without such a choice. */
  group: string | null;
  groupName: string | null;
  /** How many applications are worse than Healthy or hold a component that is. */
  affectedApplications: number;
  totals: ColumnTotals;
}

/** Takes time in proportion to the affected components and their dependencies. */
export function* impactColumns(affected: AffectedNodes): Steps<ImpactColumns> {
  const { graph, isUpstream, failsWith, canSeeRevenue } = affected;
  const exposures = exposuresIn(graph, canSeeRevenue && !isUpstream);
  const gathered = yield* gatherCards(affected, (application) => exposures.of([application]));
  const affectedCards = gathered.filter(isAffectedCard);
  const grouping = affectedCards.length > MOST_CARDS ? groupingOf(graph, affectedCards) : null;
  const group = grouping === null ? null : (affected.group ?? null);
  const listed = grouping === null ? gathered : gathered.filter(({ application }) => isIn(graph, grouping, application, group));
  const isGrouped = grouping !== null && group === null;
  const cards = isGrouped ? [] : listed.slice(0, MOST_CARDS);
  const isOne = !isGrouped && isOneApplication(cards);
  const { links: outcomeLinks, ...columns } = outcomeColumns(graph, isUpstream ? null : supportersOf(affected, isOne ? [] : cards), {
    ...affected,
    exposures,
    except: failsWith,
  });
  const leadsTo = yield* waysTo(affected, columns);
  const links = isGrouped ? [] : yield* linksBetween(affected, isOne ? withLoneParts(cards, affected) : cards);
  const groups = isGrouped
    ? gatherGroups(graph, grouping, affectedCards, { ...affected, exposures, leadsTo, canSeeRevenue: canSeeRevenue && !isUpstream })
    : [];
  const told = { mostRows: mostRowsOf(isOne), canSeeRevenue: canSeeRevenue && !isUpstream };
  return {
    cards: cards.map((card) => cardOf(affected, card, { ...told, leadsTo: leadsTo([card]) })),
    others: restOf(isGrouped ? gathered.filter((card) => !isAffectedCard(card)) : gathered, cards),
    isOneApplication: isOne,
    groupedBy: grouping,
    groups: groups.slice(0, MOST_GROUPS),
    groupsOmitted: Math.max(0, groups.length - MOST_GROUPS),
    group,
    groupName: grouping === null || group === null ? null : nameOfGroup(graph, grouping, group),
    affectedApplications: affectedCards.length,
    totals: totalsOf(affected),
    ...columns,
    links: [...outcomeLinks, ...links],
  };
}

/** Everything that is affected, listed or not, with what fails; read from the filled roll-up. */
function totalsOf({ graph, nodes, causes, severityOf, canSeeRevenue, isUpstream }: AffectedNodes): ColumnTotals {
  const { applications, capabilities, segments } = graph.rollUp;
  const severityOfCapability = (id: string): number => capabilities.severityOf(graph.capabilities.indexOf(id));
  let components = causes.length;
  for (let i = 0; i < nodes.length; i++) if (severityOf(nodes[i]!) > 0) components++;
  const harmed = Array.from(segments.indexes.subarray(0, segments.count), (index) => graph.segments.at(index)).filter(
    (_, position) => segments.severities[position]! > 0,
  );
  const known = harmed.flatMap(({ people }) => people ?? []);
  return {
    components,
    applications: harmedIn(applications),
    capabilities: harmedIn(capabilities),
    audiences: harmed.length,
    people: known.length === 0 && harmed.length > 0 ? null : known.reduce((sum, people) => sum + people, 0),
    exposure: canSeeRevenue && !isUpstream ? exposureOf(harmed, severityOfCapability) : null,
  };
}

function harmedIn({ severities, count }: { severities: Uint8Array; count: number }): number {
  return severities.subarray(0, count).reduce((sum, severity) => sum + (severity > 0 ? 1 : 0), 0);
}

function isIn(graph: LandscapeGraph, by: GroupedBy, application: number, group: string | null): boolean {
  return group === null || groupsOf(graph, by, application).some(({ key }) => key === group);
}

function restOf(gathered: readonly GatheredCard[], cards: readonly GatheredCard[]): ImpactColumns['others'] {
  const isListed = new Set(cards);
  const rest = gathered.filter((card) => !isListed.has(card));
  return { applications: rest.length, components: rest.reduce((sum, { count }) => sum + count, 0) };
}

/** By application, what stands for it as a start of links: the nearest part with something affected, or the cause that it holds. */
function supportersOf({ causes, causeOf, graph }: AffectedNodes, cards: readonly GatheredCard[]): Map<number, string> {
  const found = new Map<number, string>();
  const take = (application: number, id: string | undefined): void => {
    if (id !== undefined && !found.has(application)) found.set(application, id);
  };
  for (const { application, parts } of cards) take(application, parts.find(({ isAffected }) => isAffected)?.id);
  for (let i = 0; i < causes.length; i++) take(graph.components.applications[causes[i]!]!, causeOf(causes[i]!) ?? undefined);
  for (const { application, parts } of cards) take(application, parts[0]?.id);
  return found;
}

/** Which of the listed capabilities, processes and audiences the failure reaches through any of some applications, as positions. */
function* waysTo(affected: AffectedNodes, columns: Omit<OutcomeColumns, 'links'>): Steps<(cards: readonly GatheredCard[]) => number[]> {
  const { graph, nodes, isUpstream } = affected;
  const ids = [...columns.capabilities, ...columns.processes, ...columns.audiences].map(({ id }) => id);
  if (isUpstream || ids.length === 0) return () => [];
  const places = new Map(ids.map((id, place) => [id, place]));
  const words = Math.ceil(ids.length / 32);
  const known = new Map<number, Uint32Array>();
  const bitsOf = (application: number): Uint32Array => {
    let bits = known.get(application);
    if (bits === undefined) {
      bits = new Uint32Array(words);
      for (const id of outcomesOf(graph, application)) {
        const place = places.get(id);
        if (place !== undefined) bits[place >> 5]! |= 1 << (place & 31);
      }
      known.set(application, bits);
    }
    return bits;
  };
  const through = yield* bitsThrough(affected, words, bitsOf);
  const positions = new Map<number, number[]>();
  for (let i = 0; i < nodes.length; i++) append(positions, graph.components.applications[nodes[i]!]!, i);
  return (cards) => {
    const sum = new Uint32Array(words);
    for (const { application } of cards)
      for (const position of positions.get(application) ?? [])
        for (let word = 0; word < words; word++) sum[word]! |= through[position * words + word]!;
    return ids.flatMap((_, place) => ((sum[place >> 5]! >>> (place & 31)) & 1 ? [place] : []));
  };
}

/** The capabilities, processes and audiences that an application leads to by itself; none if it harms nothing. */
function outcomesOf(graph: LandscapeGraph, application: number): string[] {
  const { links, rollUp } = graph;
  if (rollUp.applications.severityOf(application) === 0) return [];
  const capabilities = capabilitiesAbove(graph, application);
  const processes = new Set(links.applicationProcesses.named.row(application));
  const segments = new Set<number>();
  for (const index of capabilities) {
    for (const process of links.processCapabilities.holders.row(index)) processes.add(process);
    for (const segment of links.segmentCapabilities.holders.row(index)) segments.add(segment);
  }
  return [
    ...[...capabilities].map((index) => graph.capabilities.at(index).id),
    ...[...processes].map((index) => graph.processes.at(index).id),
    ...[...segments].map((index) => graph.segments.at(index).id),
  ];
}
