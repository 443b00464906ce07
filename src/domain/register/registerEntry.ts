/** The dependency security register: one entry per dependency, what it proves or lacks, and which entries match a filter. */
import type { Named } from '@/domain/named';
import {
  CRITICALITY_TIERS,
  type Classification,
  type CriticalityTier,
  type DependencyMode,
  type DependencyType,
} from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { mostSensitive } from './dataClasses';
import { isKnown } from './knownWords';

/** The fields that a dependency must state to count as evidence. */
export const SECURITY_FIELDS = ['protocol', 'transportEncryption', 'endpointAuthMethod'] as const;
export type SecurityField = (typeof SECURITY_FIELDS)[number];

export const REGISTER_STATUSES = ['registered', 'gap'] as const;
export type RegisterStatus = (typeof REGISTER_STATUSES)[number];

export interface RegisterApplication extends Named {
  criticalityTier: CriticalityTier;
}

export interface RegisterEnd extends Omit<Named, 'id'> {
  componentId: string;
  isExternal: boolean;
  application: RegisterApplication;
}

export interface RegisterEntry extends SecurityFields {
  dependencyId: string;
  status: RegisterStatus;
  /** Empty if it is registered. */
  missing: SecurityField[];
  source: RegisterEnd;
  target: RegisterEnd;
  dependencyType: DependencyType;
  mode: DependencyMode;
  /** Whether it leaves the tenant's own systems: at least one end is a component marked as external. */
  isExternal: boolean;
  /**
   * Whether it may carry personal data: at least one end uses a dataset that contains personal data. What a dependency itself carries is
   * not recorded.
   */
  personalData: boolean;
  /** Whether it says explicitly that it is not protected: its encryption or authentication is "none" or similar. */
  isUnprotected: boolean;
  /** Fields that are given in words that are not known, such as `x`: they may prove nothing. */
  unknownWords: SecurityField[];
  /** Of the most sensitive dataset that either end uses; null if none is recorded. */
  dataClass: Classification | null;
}

export interface RegisterDependency extends SecurityFields {
  id: string;
  sourceComponentId: string;
  targetComponentId: string;
  dependencyType: DependencyType;
  mode: DependencyMode;
}

/** An end, and what data it uses. */
export interface KnownEnd extends RegisterEnd {
  usesPersonalData: boolean;
  /** Of the most sensitive dataset that it uses; null if it uses none. */
  dataClass: Classification | null;
}

/** What a dependency states about its security. */
export type SecurityFields = Readonly<Record<SecurityField, string | null>>;

function missingOf(fields: SecurityFields): SecurityField[] {
  return SECURITY_FIELDS.filter((field) => !isGiven(fields[field]));
}

function isUnprotected({ transportEncryption, endpointAuthMethod }: SecurityFields): boolean {
  return saysUnprotected(transportEncryption) || saysUnprotected(endpointAuthMethod);
}

/** The entry of a dependency: which fields are missing, and what its two ends say about it. */
export function registerEntry(dependency: RegisterDependency, sourceEnd: KnownEnd, targetEnd: KnownEnd): RegisterEntry {
  const missing = missingOf(dependency);
  const { dependencyType, mode, protocol, transportEncryption, endpointAuthMethod } = dependency;
  const { usesPersonalData: isPersonalAtSource, dataClass: classAtSource, ...source } = sourceEnd;
  const { usesPersonalData: isPersonalAtTarget, dataClass: classAtTarget, ...target } = targetEnd;
  return {
    dependencyId: dependency.id,
    status: missing.length === 0 ? 'registered' : 'gap',
    missing,
    source,
    target,
    dependencyType,
    mode,
    protocol,
    transportEncryption,
    endpointAuthMethod,
    isExternal: source.isExternal || target.isExternal,
    personalData: isPersonalAtSource || isPersonalAtTarget,
    isUnprotected: isUnprotected(dependency),
    unknownWords: unknownIn(dependency),
    dataClass: mostSensitive([classAtSource, classAtTarget]),
  };
}

/** Whether the field contains anything visible. */
function isGiven(text: string | null): boolean {
  return text !== null && /[^\s\p{C}\p{Z}]/u.test(text);
}

const WORDS_FOR_NOTHING: ReadonlySet<string> = new Set(['none', 'no', 'n/a', '-', 'plaintext']);

/** Whether the field is filled in and says that there is none. */
function saysUnprotected(text: string | null): boolean {
  return text !== null && WORDS_FOR_NOTHING.has(text.trim().toLowerCase());
}

/** Fields that say something, but not what could be evidence. */
function unknownIn(fields: SecurityFields): SecurityField[] {
  return SECURITY_FIELDS.filter((field) => {
    const text = fields[field];
    const saysNone = field !== 'protocol' && saysUnprotected(text);
    return text !== null && isGiven(text) && !saysNone && !isKnown(field, text);
  });
}

/**
 * Unprotected ones first; then by technicalName of the source, then of the target, then by type, all in code unit order. No two entries are
 * equal in all three.
 */
export function compareEntries(left: RegisterEntry, right: RegisterEntry): number {
  return (
    Number(right.isUnprotected) - Number(left.isUnprotected) ||
    byCodeUnit(left.source.technicalName, right.source.technicalName) ||
    byCodeUnit(left.target.technicalName, right.target.technicalName) ||
    byCodeUnit(left.dependencyType, right.dependencyType)
  );
}

export interface Completeness {
  registered: number;
  total: number;
  /** As `percentRegistered` says. */
  percent: number | null;
  /** Dependencies that state that they are not protected, registered or not. */
  unprotected: number;
}

type Counts = Pick<Completeness, 'registered' | 'total' | 'unprotected'>;

export interface RegisterCompleteness {
  overall: Completeness;
  /** Applications with at least one dependency, by technicalName. */
  byApplication: (RegisterApplication & Completeness)[];
  /** All tiers, the most critical first. */
  byCriticalityTier: ({ criticalityTier: CriticalityTier } & Completeness)[];
}

/** How complete the register is, from counts of dependencies that state the same. */
export function overallCompleteness(alike: Iterable<SecurityFields & { count: number }>): Completeness {
  const counts: Counts = { registered: 0, total: 0, unprotected: 0 };
  for (const { count, ...fields } of alike) {
    counts.total += count;
    if (missingOf(fields).length === 0) counts.registered += count;
    if (isUnprotected(fields)) counts.unprotected += count;
  }
  return withPercent(counts);
}

/**
 * A dependency between two applications counts for both, and one between two tiers likewise, so the parts add up to more than the whole.
 */
export function completenessOf(entries: readonly RegisterEntry[]): RegisterCompleteness {
  const none = (): Counts => ({ registered: 0, total: 0, unprotected: 0 });
  const overall = none();
  const applications = new Map<string, { application: RegisterApplication; counts: Counts }>();
  const tiers = new Map([...CRITICALITY_TIERS].reverse().map((tier) => [tier, none()]));
  for (const { status, isUnprotected, source, target } of entries) {
    const count = (held: Counts | undefined): void => {
      if (held === undefined) return;
      held.total += 1;
      if (status === 'registered') held.registered += 1;
      if (isUnprotected) held.unprotected += 1;
    };
    count(overall);
    for (const application of new Map([source, target].map((end) => [end.application.id, end.application])).values()) {
      if (!applications.has(application.id)) applications.set(application.id, { application, counts: none() });
      count(applications.get(application.id)?.counts);
    }
    for (const tier of new Set([source.application.criticalityTier, target.application.criticalityTier])) count(tiers.get(tier));
  }
  return {
    overall: withPercent(overall),
    byApplication: [...applications.values()]
      .map(({ application, counts }) => ({ ...application, ...withPercent(counts) }))
      .sort((left, right) => byCodeUnit(left.technicalName, right.technicalName)),
    byCriticalityTier: [...tiers].map(([criticalityTier, counts]) => ({ criticalityTier, ...withPercent(counts) })),
  };
}

function withPercent({ registered, total, unprotected }: Counts): Completeness {
  return { registered, total, percent: percentRegistered(registered, total), unprotected };
}

/** To one decimal, rounded down, so that 100 means all; null if there is nothing to prove. */
export function percentRegistered(registered: number, total: number): number | null {
  return total === 0 ? null : Math.floor((registered * 1_000) / total) / 10;
}
