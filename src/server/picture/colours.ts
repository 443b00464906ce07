/** What the colors of a picture mean: each way to color it, with its legend. */
import { NO_GROUP, teamKey, teamOfKey } from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import { leastExposures, sureDependents } from '@/domain/graph/questions/leastExposure';
import { CRITICALITY_TIERS, HEALTH_STATES, type CriticalityTier, type LifecycleState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { SupportEnd } from './endOfSupport';
import { TIER_NAMES } from './landscapeGroups';

export interface Colour {
  colour: string | null;
  text: string | null;
}

export interface Colouring {
  /** The color of something that stands for these components, at least one. */
  of: (nodes: readonly number[]) => Colour;
  /** In the order of the legend. Leaves out colors that no component on the picture has. */
  legend: readonly { colour: string; label: string }[];
}

const NOTHING: Colour = { colour: null, text: null };

/** The most critical first. */
const TIERS: readonly CriticalityTier[] = [...CRITICALITY_TIERS].reverse();
/** The states that need most attention first. */
const LIFECYCLES: readonly LifecycleState[] = ['Retired', 'Sunset', 'Planning', 'Development', 'Pilot', 'Production'];
const MOST_TEAMS = 9;
const OTHER_TEAMS = 'other-teams';
/** A component with at least this many dependents that certainly fail with it has a colour. */
const LEAST_SURE_DEPENDENTS = 5;
/** Fractions of the largest exposure on the picture, from which an exposure counts as high or medium. */
const HIGH = 0.5;
const MIDDLE = 0.1;
const DAYS_AHEAD = 365;
const DAY_MS = 86_400_000;

/** The most critical tier among the nodes decides. */
export function byTier(graph: Landscape): Colouring {
  return {
    of: (nodes) => {
      const tier = TIERS.find((one) => nodes.some((node) => applicationOf(graph, node).criticalityTier === one));
      return tier === undefined ? NOTHING : { colour: tier, text: TIER_NAMES[tier] };
    },
    legend: TIERS.map((tier) => ({ colour: tier, label: TIER_NAMES[tier] })),
  };
}

/** The state that needs most attention decides. */
export function byLifecycle(graph: Landscape): Colouring {
  return {
    of: (nodes) => {
      const found = new Set(nodes.map((node) => applicationOf(graph, node).lifecycleState));
      const state = LIFECYCLES.find((one) => found.has(one));
      return state === undefined ? NOTHING : { colour: state, text: state };
    },
    legend: LIFECYCLES.map((state) => ({ colour: state, label: state })),
  };
}

/** The teams with the most components on the picture each have a color; things that belong to several teams have none. */
export function byTeam(graph: Landscape, all: Iterable<number>): Colouring {
  const counts = new Map<string, number>();
  const keyOf = (node: number): string => teamKey(applicationOf(graph, node).ownerTeam);
  for (const node of all) counts.set(keyOf(node), (counts.get(keyOf(node)) ?? 0) + 1);
  counts.delete(NO_GROUP);
  const inOrder = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([key]) => key);
  const own = new Set(inOrder.slice(0, MOST_TEAMS));

  return {
    of: (nodes) => {
      const keys = new Set(nodes.map(keyOf));
      const [key = NO_GROUP] = keys;
      if (keys.size > 1) return { colour: null, text: countOf(keys.size, 'team') };
      if (key === NO_GROUP) return { colour: NO_GROUP, text: 'No team' };
      return { colour: own.has(key) ? key : OTHER_TEAMS, text: teamOfKey(key) };
    },
    legend: [
      ...[...own].map((key) => ({ colour: key, label: teamOfKey(key) })),
      { colour: OTHER_TEAMS, label: 'Other teams' },
      { colour: NO_GROUP, label: 'No team' },
    ],
  };
}

/** By the technology whose support ends first. Dates are days in UTC. */
export function byEndOfSupport(graph: Landscape, ends: ReadonlyMap<string, SupportEnd>, now: Date): Colouring {
  const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
  const [today, inOneYear] = [dayOf(now.getTime()), dayOf(now.getTime() + DAYS_AHEAD * DAY_MS)];
  const technologies = graph.links.componentTechnologies.named;
  return {
    of: (nodes) => {
      let first: SupportEnd | null = null;
      for (const node of nodes)
        for (const index of technologies.row(node)) {
          const end = ends.get(graph.technologies.at(index).id);
          if (end !== undefined && (first === null || end.date < first.date || (end.date === first.date && end.name < first.name)))
            first = end;
        }
      if (first === null) return NOTHING;
      const colour = first.date < today ? 'ended' : first.date <= inOneYear ? 'within-a-year' : 'later';
      return { colour, text: `${first.name} ${colour === 'ended' ? 'ended' : 'ends'} on ${first.date}` };
    },
    legend: [
      { colour: 'ended', label: 'Support has ended' },
      { colour: 'within-a-year', label: 'Support ends within a year' },
      { colour: 'later', label: 'Support ends later' },
    ],
  };
}

/**
 * By the least revenue that is lost while something fails (`leastExposures`), relative to the largest on the picture. If it stands for
 * several components, the most expensive counts. Only for callers who may see revenue.
 */
export function byExposure(graph: Landscape, all: Iterable<number>, currency: string): Colouring {
  const exposures = leastExposures(graph);
  let largest = 0;
  for (const node of all) largest = Math.max(largest, exposures[node] ?? 0);
  const money = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 });
  return {
    of: (nodes) => {
      const exposure = nodes.reduce((most, node) => Math.max(most, exposures[node] ?? 0), 0);
      if (exposure === 0) return { colour: 'none', text: null };
      const colour = exposure >= HIGH * largest ? 'high' : exposure >= MIDDLE * largest ? 'middle' : 'low';
      return { colour, text: `at least ${money.format(exposure)} per hour` };
    },
    legend: [
      { colour: 'high', label: `${money.format(HIGH * largest)} or more per hour` },
      { colour: 'middle', label: `${money.format(MIDDLE * largest)} or more per hour` },
      { colour: 'low', label: 'Less' },
      { colour: 'none', label: 'No cost known' },
    ],
  };
}

/**
 * Components with at least five direct dependents that need them Hard, required, and without redundancy. What the words call single points of
 * failure takes a capability down, which is something else.
 */
export function bySinglePoints(graph: Landscape): Colouring {
  const counts = sureDependents(graph);
  return {
    of: (nodes) => {
      const single = nodes.filter((node) => (counts[node] ?? 0) >= LEAST_SURE_DEPENDENTS);
      const [only] = single;
      if (only === undefined) return NOTHING;
      const text =
        nodes.length === 1
          ? `${countOf(counts[only] ?? 0, 'component')} cannot work without it`
          : `${countOf(single.length, 'component')} that at least ${LEAST_SURE_DEPENDENTS} others cannot work without`;
      return { colour: 'single-point', text };
    },
    legend: [{ colour: 'single-point', label: `At least ${LEAST_SURE_DEPENDENTS} components cannot work without it` }],
  };
}

/** The names of a component's health as colors. A cause counts under its state. */
export const HEALTH_LEGEND = [
  ...[...HEALTH_STATES].reverse().map((state) => ({ colour: state as string, label: state as string })),
  { colour: 'Unreported', label: 'Nothing reported' },
  { colour: 'Maintenance', label: 'Under maintenance' },
] as const;

function applicationOf(graph: Landscape, node: number): ReturnType<Landscape['applications']['at']> {
  return graph.applications.at(graph.components.applicationOf(node));
}
