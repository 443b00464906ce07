/** What a picture of impact consists of. The layout is decided elsewhere. */
import type { Named } from '@/domain/named';
import type { ComponentKind, CriticalityTier, HealthState } from '@/domain/vocabulary';

/** From more applications on, the picture shows groups of them. */
export const MOST_CARDS = 40;
export const MOST_CARD_ROWS = 12;
/** Of a part, where the picture shows components without their applications. */
export const MOST_LONE_ROWS = 40;
export const MOST_GROUPS = 60;
export const MOST_DRAWN_LINKS = 2_000;
/** The id that stands for applications without a card, as an end of links. */
export const OTHER_APPLICATIONS = 'others';

export interface ColumnComponent extends Named {
  kind: ComponentKind;
  /** Fewest hops from what fails; 0 for what fails with it. */
  depth: number;
  state: HealthState;
}

/** Components of one application that are equally far away, and all affected or all merely reached. */
export interface ColumnPart {
  /** The end of links. */
  id: string;
  depth: number;
  isAffected: boolean;
  componentCount: number;
  /** Worst first, then by technicalName; at most MOST_CARD_ROWS. */
  rows: ColumnComponent[];
}

export interface ColumnExposure {
  perHour: number;
  expectedPerHour: number;
}

/** An application with its components that are reached. */
export interface ColumnCard extends Named {
  criticalityTier: CriticalityTier;
  ownerTeam: string | null;
  /** Of the nearest of its components. */
  depth: number;
  /** The state of the application, as in every roll-up. */
  state: HealthState;
  componentCount: number;
  /** Of the capabilities that it supports and therefore harms; null if revenue may not be seen. */
  exposure: ColumnExposure | null;
  /** Nearest first, what is affected before what is only reached. */
  parts: ColumnPart[];
  /** Positions in capabilities, processes and audiences, one list after the other: what the failure reaches through it. */
  leadsTo: number[];
}

/** Everything that is affected, with what fails. */
export interface ColumnTotals {
  components: number;
  applications: number;
  capabilities: number;
  audiences: number;
  /** In the audiences; null if there are some, but none with a recorded number. */
  people: number | null;
  /** Null if revenue may not be seen, and upstream. */
  exposure: ColumnExposure | null;
}

/** How many in each state. */
export type StateCounts = Record<HealthState, number>;

/** Applications of one team, or below one capability. */
export interface ColumnGroup {
  /** What `group` of a question names. */
  key: string;
  /** Null for those without a team or capability. */
  name: string | null;
  state: HealthState;
  applications: StateCounts;
  /** How many applications it has in the landscape. */
  applicationCount: number;
  components: StateCounts;
  /** Each amount once, however many of its applications share it; null if revenue may not be seen. */
  exposure: ColumnExposure | null;
  /** As of cards. */
  leadsTo: number[];
}

export const GROUPED_BY = ['team', 'capability'] as const;
export type GroupedBy = (typeof GROUPED_BY)[number];

/** `from` passes the failure on to `to`: ids of causes, parts, capabilities, processes and audiences, or OTHER_APPLICATIONS. */
export interface ColumnLink {
  from: string;
  to: string;
  /** Dependencies along which the failure travels; 1 for supporting a capability and serving an audience. */
  count: number;
  /** If all of it joins one component and one other, their ids; otherwise null. */
  fromRow: string | null;
  toRow: string | null;
}
