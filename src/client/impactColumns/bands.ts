/** Impact as bands of items, before folding and placing: a picture draws each as a column, or as a strip if the window is narrow. */
import type { HealthState } from '@/domain/vocabulary';

export interface BandRow {
  id: string;
  label: string;
  state: HealthState;
  /** It is reporting trouble itself right now. */
  isFailingNow: boolean;
  /** Only several failures together cause this. */
  isOnlyTogether?: boolean;
}

export interface BandFact {
  text: string;
  /** A figure to read before everything else. */
  isStrong: boolean;
}

export type BandItemKind = 'cause' | 'card' | 'ground' | 'outcome' | 'audience' | 'more';

export interface BandItem {
  id: string;
  kind: BandItemKind;
  title: string;
  /** Shown at the right end of the title; empty for none. */
  aside: string;
  /** Null if it stands for several things. */
  state: HealthState | null;
  isFailingNow: boolean;
  isOnlyTogether?: boolean;
  facts: readonly BandFact[];
  /** The first of `rowCount` rows. */
  rows: readonly BandRow[];
  rowCount: number;
  /** Among items of its kind, the one with the lowest rank stays visible longest. */
  rank: number;
  /** How deep it is nested below another item of its band. */
  indent: number;
  /** The item of its band that it is nested below. */
  parentId: string | null;
}

export type BandKind = 'causes' | 'cards' | 'outcomes' | 'audiences';

export interface Band {
  kind: BandKind;
  heading: string;
  /** By rank: the last are folded first. */
  items: readonly BandItem[];
  /** What its items are called when counted. */
  noun: { one: string; many: string };
  /** Things that the answer counts but does not list; for cards, the number covers all bands together. */
  unlisted: number;
}

export interface BandLink {
  from: string;
  to: string;
  count: number;
}

export interface Bands {
  /** In reading order, from cause to effect. */
  bands: readonly Band[];
  links: readonly BandLink[];
  /** Applications without a card. */
  others: { applications: number; components: number };
}

/** The id of the item that stands for a band's folded items; links may end there too. */
export const MORE_IDS: Readonly<Record<BandKind, string>> = {
  causes: 'other causes',
  cards: 'others',
  outcomes: 'other outcomes',
  audiences: 'other audiences',
};
