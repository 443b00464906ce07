/** What a manifest states, entity by entity, and what is known about the landscape. Types only. */
import type { Reference } from '@/domain/references';
import type { ManifestKind, Scalar, Value, Values } from './manifestFields';

/** A share in a manifest. Without `revenueShare`, an existing link keeps its share. */
export interface DeclaredShare {
  capability: string;
  revenueShare?: number | null;
}
export type DeclaredValue = Scalar | readonly string[] | readonly DeclaredShare[] | readonly Reference[];

/** One entity or dependency of a manifest, with only the fields that it states. */
export interface Declaration {
  kind: ManifestKind;
  technicalName: string;
  values: Readonly<Record<string, DeclaredValue>>;
  /** Its position in the manifest. */
  path: readonly (string | number)[];
  /** Its earlier names. */
  formerly?: readonly string[];
  /** Whether those were given as a list. */
  hasFormerList?: boolean;
  /** Whether it may be created although something else had this name before. */
  mayReuseName?: boolean;
}

/** An entity or dependency that exists, links by technicalName. */
export interface KnownEntity {
  id: string;
  technicalName: string;
  values: Values;
}

export interface Ownership {
  /** Whether this manifest created the entity, or took over from the manifest that did and no longer declares it. */
  hasCreated: boolean;
  isSharedWithOthers: boolean;
}

/**
 * The part of a landscape that a manifest can touch. It contains at least everything that the manifest declares or refers to, all
 * capabilities, all dependencies of the sources it names, everything it owns, and everything that links to what pruning may delete.
 */
export interface KnownLandscape {
  /** By kind and technicalName. */
  entities: ReadonlyMap<ManifestKind, ReadonlyMap<string, KnownEntity>>;
  /** What the manifest owns, by kind and technicalName. */
  owned: ReadonlyMap<ManifestKind, ReadonlyMap<string, Ownership>>;
  /** For names in the manifest that are former names: the id of the entity that had the name, by kind and former name. */
  formerNames?: ReadonlyMap<ManifestKind, ReadonlyMap<string, string>>;
}

export interface FieldChange {
  field: string;
  from: Value;
  to: Value;
}

export interface PlannedChange {
  op: 'create' | 'update' | 'delete';
  kind: ManifestKind;
  technicalName: string;
  fields: FieldChange[];
  /** Set on an update that also renames the entity to `technicalName`. */
  renamedFrom?: string;
  /** Null for a creation. */
  before: KnownEntity | null;
  /** All values after the change; null for a deletion. */
  after: Values | null;
}

/** A deletion that is blocked because others still need the entity. */
export interface BlockedDeletion {
  kind: ManifestKind;
  technicalName: string;
  neededBy: { kind: ManifestKind; technicalName: string }[];
}

/** A field that another manifest last stated differently. Values name links by technicalName. */
export interface StatementConflict {
  /** The other manifest. */
  manifest: string;
  kind: ManifestKind;
  technicalName: string;
  field: string;
  theirs: DeclaredValue;
  ours: DeclaredValue;
  entityId: string;
}

/** A mistake that shows only in comparison with the landscape. */
export interface DiffIssue {
  path: readonly (string | number)[];
  message: string;
  hint?: string | undefined;
  /** The unknown name, so that callers can suggest a similar one. */
  unknown?: { kind: ManifestKind; technicalName: string };
  /** The entity that had this name before and now has another. */
  formerNameOf?: { kind: ManifestKind; technicalName: string; presentName: string };
}

export interface ManifestDiff {
  changes: PlannedChange[];
  renames: readonly { kind: ManifestKind; from: string; to: string; id: string }[];
  /** Remarks that do not block the manifest. */
  warnings: DiffIssue[];
  /** The compared landscape and declarations, with present names. */
  known: KnownLandscape;
  declarations: readonly Declaration[];
  /** How many declared entities do not change. */
  unchanged: number;
  issues: DiffIssue[];
  blocked: BlockedDeletion[];
  /** What the manifest no longer owns. */
  released: { kind: ManifestKind; technicalName: string }[];
}
