/**
 * What is remembered of one summary for the next: each part of it under a hash of all that it follows from, so that it holds for any version in
 * which that is the same.
 */
import type { SummaryTask } from './summaryTask';
import type { Margin, SingleCause } from './margins';

/** What follows when one component is out. */
export interface OutageRow {
  /** Ids of the capabilities that it takes down. */
  capabilities: readonly string[];
  /** 0 where it takes none down. */
  perHour: number;
}

/** What follows from all that a capability stands on. */
export interface CapabilityPart {
  pairs: number;
  arePairsComplete: boolean;
  /** How many sets were put together to find the pairs, and how many might have been. */
  combinations: number;
  mostCombinations: number;
  smallestMargin: number | null;
  /** Keys of the groups that are undermined. */
  undermined: readonly string[];
}

/** The margin of a group without numbers that belong to one version. */
export interface KeptMargin extends Pick<Margin, 'targets' | 'failuresLeft'> {
  sharedCauses: readonly { key: string | number; takes: number }[];
}

export interface SummaryMemory {
  /** What segments earn with; rows hold only for the same. */
  earnings: string;
  /** By the hash of all that depends on the component. */
  rows: Map<number, OutageRow>;
  /** By the hash of all that the capability stands on. */
  capabilities: Map<number, CapabilityPart>;
  /** By the hash of all that its owner depends on, then by its name. */
  margins: Map<number, Map<string, KeptMargin>>;
}

export function emptyMemory(segments: SummaryTask['segments']): SummaryMemory {
  return { earnings: JSON.stringify(segments), rows: new Map(), capabilities: new Map(), margins: new Map() };
}

/** What outlives a version, by the index of the cause. */
export const causeKey = ({ part, ordinals, grounds }: Pick<SummaryTask, 'part' | 'ordinals' | 'grounds'>, cause: number): string | number =>
  cause < part.count ? ordinals[cause]! : grounds[cause - part.count]!;

export function keptMargin(
  { targets, failuresLeft, sharedCauses }: Margin,
  keyOfCause: (cause: SingleCause) => string | number,
): KeptMargin {
  return { targets, failuresLeft, sharedCauses: sharedCauses.map(({ cause, takes }) => ({ key: keyOfCause(cause), takes })) };
}
