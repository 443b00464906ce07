/**
 * What one summary remembers for the next. Each part is stored under a hash of everything that it depends on, so it is valid in every
 * version with the same hash.
 */
import type { SummaryTask } from './summaryTask';
import type { Margin, SingleCause } from './margins';

/** The consequences of an Outage of one component. */
export interface OutageRow {
  /** Ids of the capabilities that it takes down. */
  capabilities: readonly string[];
  /** Expected cost per hour; 0 if it takes no capability down. */
  perHour: number;
}

/** The results that depend only on what one capability depends on. */
export interface CapabilityPart {
  pairs: number;
  arePairsComplete: boolean;
  /** How many unions of sets the search for pairs formed, and how many it was allowed. */
  combinations: number;
  mostCombinations: number;
  smallestMargin: number | null;
  /** Keys of the groups that are undermined. */
  undermined: readonly string[];
}

/** The margin of a group, without numbers that are valid in only one version. */
export interface KeptMargin extends Pick<Margin, 'targets' | 'failuresLeft'> {
  sharedCauses: readonly { key: string | number; takes: number }[];
}

export interface SummaryMemory {
  /** Identifies the revenue data. Rows are valid only for the same data. */
  earnings: string;
  /** By the hash of everything that depends on the component. */
  rows: Map<number, OutageRow>;
  /** By the hash of everything that the capability depends on. */
  capabilities: Map<number, CapabilityPart>;
  /** By the hash of everything that its owner depends on, then by its name. */
  margins: Map<number, Map<string, KeptMargin>>;
}

/** A memory that knows nothing yet, for the revenue data of `segments`. */
export function emptyMemory(segments: SummaryTask['segments']): SummaryMemory {
  return { earnings: JSON.stringify(segments), rows: new Map(), capabilities: new Map(), margins: new Map() };
}

/** Identifies a cause across versions, by the index of the cause. */
export const causeKey = ({ part, ordinals, grounds }: Pick<SummaryTask, 'part' | 'ordinals' | 'grounds'>, cause: number): string | number =>
  cause < part.count ? ordinals[cause]! : grounds[cause - part.count]!;

/** A margin as it is remembered: its causes by keys that identify them in every version. */
export function keptMargin(
  { targets, failuresLeft, sharedCauses }: Margin,
  keyOfCause: (cause: SingleCause) => string | number,
): KeptMargin {
  return { targets, failuresLeft, sharedCauses: sharedCauses.map(({ cause, takes }) => ({ key: keyOfCause(cause), takes })) };
}
