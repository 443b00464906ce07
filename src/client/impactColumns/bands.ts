/** Impact as columns of items, before folding and placing. */
import type { HealthState } from '@/domain/vocabulary';

export interface LaneRow {
  id: string;
  label: string;
  state: HealthState;
  /** It is reporting trouble itself right now. */
  isFailingNow: boolean;
  /** Only several failures together cause this. */
  isOnlyTogether?: boolean;
}

export interface LaneFact {
  text: string;
  /** A figure to read before everything else. */
  isStrong: boolean;
}

export type LaneItemKind = 'cause' | 'card' | 'ground' | 'outcome' | 'audience' | 'more';

export interface LaneItem {
  id: string;
  kind: LaneItemKind;
  title: string;
  /** Shown at the right end of the title; empty for none. */
  aside: string;
  /** Null if it stands for several things. */
  state: HealthState | null;
  isFailingNow: boolean;
  isOnlyTogether?: boolean;
  facts: readonly LaneFact[];
  /** The first of `rowCount` rows. */
  rows: readonly LaneRow[];
  rowCount: number;
  /** Among items of its kind, the one with the lowest rank stays visible longest. */
  rank: number;
  /** How deep it is nested below another item of its band. */
  indent: number;
  /** The item of its band that it is nested below. */
  parentId: string | null;
}

export type LaneBandKind = 'causes' | 'cards' | 'outcomes' | 'audiences';

export interface LaneBand {
  kind: LaneBandKind;
  heading: string;
  /** By rank: the last are folded first. */
  items: readonly LaneItem[];
  /** What its items are called when counted. */
  noun: { one: string; many: string };
  /** Things that the answer counts but does not list; for cards, the number covers all bands together. */
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

/** The id of the item that stands for a band's folded items; links may end there too. */
export const MORE_IDS: Readonly<Record<LaneBandKind, string>> = {
  causes: 'other causes',
  cards: 'others',
  outcomes: 'other outcomes',
  audiences: 'other audiences',
};
