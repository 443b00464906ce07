/** Impact as bands of items, before folding and placing: a picture draws each as a column, or as a strip if the window is narrow. */
import type { HealthState } from '@/domain/vocabulary';

export interface BandRow {
  id: string;
  label: string;
  state: HealthState;
  depth: number;
  /** It is reporting trouble itself right now. */
  isFailingNow: boolean;
  /** Only several failures together cause this. */
  isOnlyTogether?: boolean;
}

/** Whether a row stands out from the others, in bold. */
export function isMarked({ isFailingNow, isOnlyTogether }: BandRow): boolean {
  return isFailingNow || isOnlyTogether === true;
}

export interface BandFact {
  text: string;
  /** A figure to read before everything else. */
  isStrong: boolean;
}

export type BandItemKind = 'cause' | 'card' | 'component' | 'group' | 'ground' | 'outcome' | 'audience' | 'more';

export interface BandItem {
  /** Of the item in the picture. */
  id: string;
  /** What a press on it selects: an entity or a group; null for none. */
  subjectId: string | null;
  kind: BandItemKind;
  title: string;
  /** Shown at the right end of the title; empty for none. */
  aside: string;
  /** Null if it stands for several things. */
  state: HealthState | null;
  isFailingNow: boolean;
  isOnlyTogether?: boolean;
  facts: readonly BandFact[];
  /** How many in each state, as a bar; null for none. */
  bar: readonly { state: HealthState | null; count: number }[] | null;
  /** The first of `rowCount` rows. */
  rows: readonly BandRow[];
  rowCount: number;
  /** Among items of its kind, the one with the lowest rank stays visible longest. */
  rank: number;
  /** How deep it is nested below another item of its band. */
  indent: number;
  /** The item of its band that it is nested below. */
  parentId: string | null;
  /** The ends of links that it stands for. */
  ends: readonly string[];
  /** Positions of the outcomes that the failure reaches through it. */
  leadsTo: readonly number[];
}

export type BandKind = 'causes' | 'cards' | 'outcomes' | 'audiences';

export interface Band {
  kind: BandKind;
  /** Empty for one that continues the band before. */
  heading: string;
  /** By rank: the last are folded first. */
  items: readonly BandItem[];
  /** What its items are called when counted. */
  noun: { one: string; many: string };
  /** Things that the answer counts but does not list. */
  unlisted: number;
}

export interface BandLink {
  from: string;
  to: string;
  count: number;
  /** If all of it joins one row and one other, their ids; otherwise null. */
  fromRow: string | null;
  toRow: string | null;
}

export interface Bands {
  /** In reading order, from cause to effect. */
  bands: readonly Band[];
  links: readonly BandLink[];
  /** The ids of capabilities, processes and audiences, as `leadsTo` counts them. */
  outcomes: readonly string[];
}

/** The id of the item that stands for what a band does not show. */
export function moreIdOf(band: number): string {
  return `more ${band}`;
}
