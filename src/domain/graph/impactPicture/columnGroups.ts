/** Too many applications for cards each, as groups: by team, or where there are too few or too many teams, by the highest capability. */
import type { Exposures } from './columnExposure';
import { capabilitiesAbove } from './columnExposure';
import type { GatheredCard } from './columnParts';
import { GROUPED_BY, type ColumnGroup, type GroupedBy, type StateCounts } from './columnTypes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { stateOf } from '@/domain/graph/questions/blastRadius';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

/** With fewer groups, a picture of them would say too little; with more, it would not show all of them. */
const FEWEST = 3;
const MOST = 30;
const NO_GROUP = '';

interface Named {
  key: string;
  name: string | null;
}

/** Null where neither teams nor capabilities would divide the applications. */
export function groupingOf(graph: LandscapeGraph, cards: readonly GatheredCard[]): GroupedBy | null {
  const counts = GROUPED_BY.map((by) => {
    const groups = new Set(cards.flatMap((card) => groupsOf(graph, by, card.application).map(({ key }) => key)));
    groups.delete(NO_GROUP);
    return { by, count: groups.size };
  });
  const fitting = counts.find(({ count }) => count >= FEWEST && count <= MOST);
  return (fitting ?? counts.find(({ count }) => count >= FEWEST))?.by ?? null;
}

/** The groups of an application: one team, or every highest capability that it supports something of. */
export function groupsOf(graph: LandscapeGraph, by: GroupedBy, application: number): Named[] {
  if (by === 'team') {
    const { ownerTeam } = graph.applications.at(application);
    return [ownerTeam === null ? { key: NO_GROUP, name: null } : { key: ownerTeam, name: ownerTeam }];
  }
  const highest = [...capabilitiesAbove(graph, application)]
    .map((index) => graph.capabilities.at(index))
    .filter(({ parentId }) => parentId === null);
  return highest.length === 0 ? [{ key: NO_GROUP, name: null }] : highest.map(({ id, name }) => ({ key: id, name }));
}

/** Null for those without, and for an unknown capability. */
export function nameOfGroup({ capabilities }: LandscapeGraph, by: GroupedBy, key: string): string | null {
  if (by === 'team') return key === NO_GROUP ? null : key;
  return capabilities.has(key) ? capabilities.at(capabilities.indexOf(key)).name : null;
}

interface Gathered extends Named {
  cards: GatheredCard[];
}

/** By worst state, then exposure, then how many applications are affected, then name. An application of several capabilities is in each. */
export function gatherGroups(
  graph: LandscapeGraph,
  by: GroupedBy,
  cards: readonly GatheredCard[],
  told: {
    exposures: Exposures;
    severityOf(node: number): number;
    leadsTo(cards: readonly GatheredCard[]): number[];
    canSeeRevenue: boolean;
  },
): ColumnGroup[] {
  const groups = new Map<string, Gathered>();
  for (const card of cards)
    for (const { key, name } of groupsOf(graph, by, card.application)) {
      const group = groups.get(key) ?? { key, name, cards: [] };
      group.cards.push(card);
      groups.set(key, group);
    }
  const totals = new Map<string, number>();
  for (const { id } of graph.applications)
    for (const { key } of groupsOf(graph, by, graph.applications.indexOf(id))) totals.set(key, (totals.get(key) ?? 0) + 1);
  const made = [...groups.values()].map(({ key, name, cards: own }) => {
    const exposure = told.exposures.of(own.map(({ application }) => application));
    const components = countsOf(own.flatMap(({ parts }) => parts.flatMap(({ nodes }) => nodes.map((node) => told.severityOf(node)))));
    const worst = Math.max(
      ...own.map(({ severity }) => severity),
      ...HEALTH_STATES.map((state, severity) => (components[state] > 0 ? severity : 0)),
    );
    return {
      exposure,
      group: {
        key,
        name,
        state: stateOf(worst),
        applications: countsOf(own.map(({ severity }) => severity)),
        applicationCount: totals.get(key) ?? own.length,
        components,
        exposure: told.canSeeRevenue ? exposure : null,
        leadsTo: told.leadsTo(own),
      } satisfies ColumnGroup,
    };
  });
  return made
    .sort(
      (a, b) =>
        HEALTH_STATES.indexOf(b.group.state) - HEALTH_STATES.indexOf(a.group.state) ||
        b.exposure.expectedPerHour - a.exposure.expectedPerHour ||
        b.exposure.perHour - a.exposure.perHour ||
        affectedIn(b.group.applications) - affectedIn(a.group.applications) ||
        byCodeUnit(a.group.name ?? '\uffff', b.group.name ?? '\uffff'),
    )
    .map(({ group }) => group);
}

export function affectedIn(counts: StateCounts): number {
  return counts.Outage + counts.Degraded + counts.Warning;
}

function countsOf(severities: readonly number[]): StateCounts {
  const counts: StateCounts = { Healthy: 0, Warning: 0, Degraded: 0, Outage: 0 };
  for (const severity of severities) counts[stateOf(severity)]++;
  return counts;
}
