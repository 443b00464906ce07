/** Impact as columns of items before anything is folded or placed: what a picture from cause to cost says, in words. */
import type { HealthState } from '@/domain/vocabulary';

export interface LaneRow {
  id: string;
  label: string;
  state: HealthState;
  /** It reports trouble itself, at this moment. */
  isFailingNow: boolean;
  /** Several failures together do this to it, and none of them alone. */
  isOnlyTogether?: boolean;
}

export interface LaneFact {
  text: string;
  /** A figure that is read before all else. */
  isStrong: boolean;
}

export type LaneItemKind = 'cause' | 'card' | 'ground' | 'outcome' | 'audience' | 'more';

export interface LaneItem {
  id: string;
  kind: LaneItemKind;
  title: string;
  /** At the right end of the title; empty for none. */
  aside: string;
  /** Null for what stands for several things. */
  state: HealthState | null;
  isFailingNow: boolean;
  isOnlyTogether?: boolean;
  facts: readonly LaneFact[];
  /** The first of `rowCount`. */
  rows: readonly LaneRow[];
  rowCount: number;
  /** Among the items of its kind, the lowest is kept longest. */
  rank: number;
  /** How deep below another item of its band it stands. */
  indent: number;
  /** The item of its band that it belongs below. */
  parentId: string | null;
}

export type LaneBandKind = 'causes' | 'cards' | 'outcomes' | 'audiences';

export interface LaneBand {
  kind: LaneBandKind;
  heading: string;
  /** By rank: the last are folded first. */
  items: readonly LaneItem[];
  /** What its items are called where they are counted. */
  noun: { one: string; many: string };
  /** What the answer counts and does not list; of cards, this is said of all bands together. */
  unlisted: number;
}

export interface LaneLink {
  from: string;
  to: string;
  count: number;
}

export interface Lanes {
  /** In reading order, from cause to effect. */
  bands: readonly LaneBand[];
  links: readonly LaneLink[];
  /** Applications without a card. */
  others: { applications: number; components: number };
}

/** What stands for folded items of a band, as an end of links too. */
export const MORE_IDS: Readonly<Record<LaneBandKind, string>> = {
  causes: 'other causes',
  cards: 'others',
  outcomes: 'other outcomes',
  audiences: 'other audiences',
};
