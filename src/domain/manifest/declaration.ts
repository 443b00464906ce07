/** What a manifest says, entity by entity, and what is known of the landscape that it meets. Shapes only. */
import type { ManifestKind, Scalar, Value, Values } from './manifestFields';

/** A share that a manifest states; without `revenueShare` an existing link keeps the one it has. */
export interface DeclaredShare {
  capability: string;
  revenueShare?: number | null;
}
export type DeclaredValue = Scalar | readonly string[] | readonly DeclaredShare[];

/** One entity or dependency of a manifest, with only the fields that it states. */
export interface Declaration {
  kind: ManifestKind;
  technicalName: string;
  values: Readonly<Record<string, DeclaredValue>>;
  /** Where it stands in the manifest. */
  path: readonly (string | number)[];
  /** Names that it had before. */
  formerly?: readonly string[];
  /** Those are given as a list, not as one name. */
  hasFormerList?: boolean;
  /** It may be created although something else had the name before. */
  mayReuseName?: boolean;
}

/** An entity or dependency that exists, links by technicalName. */
export interface KnownEntity {
  id: string;
  technicalName: string;
  values: Values;
}

export interface Ownership {
  /** Whether the manifest in question brought the entity into being, or stands in for one that did and has dropped it. */
  hasCreated: boolean;
  isSharedWithOthers: boolean;
}

/**
 * The part of a landscape that a manifest can touch. It holds at least: all that the manifest declares or refers to, all capabilities, all dependencies
 * of sources that it names, all that it owns, and all that points to what pruning may delete.
 */
export interface KnownLandscape {
  /** By kind and technicalName. */
  entities: ReadonlyMap<ManifestKind, ReadonlyMap<string, KnownEntity>>;
  /** What the manifest owns, by kind and technicalName. */
  owned: ReadonlyMap<ManifestKind, ReadonlyMap<string, Ownership>>;
  /** Of the names that the manifest mentions: the id of what bore them before, by kind and former name. */
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
  /** Set on an update that also gives it the name `technicalName`. */
  renamedFrom?: string;
  /** Null when it is created. */
  before: KnownEntity | null;
  /** All values afterwards; null when it is deleted. */
  after: Values | null;
}

/** Something to be deleted that others still need. */
export interface BlockedDeletion {
  kind: ManifestKind;
  technicalName: string;
  neededBy: { kind: ManifestKind; technicalName: string }[];
}

/** A field that another manifest last stated differently. Values by technicalName. */
export interface StatementConflict {
  /** The other one. */
  manifest: string;
  kind: ManifestKind;
  technicalName: string;
  field: string;
  theirs: DeclaredValue;
  ours: DeclaredValue;
  entityId: string;
}

/** A mistake that shows only against the landscape. */
export interface DiffIssue {
  path: readonly (string | number)[];
  message: string;
  hint?: string | undefined;
  /** The name that is not there, for who wants to say which one may have been meant. */
  unknown?: { kind: ManifestKind; technicalName: string };
  /** The name belonged to what bears another one now. */
  formerNameOf?: { kind: ManifestKind; technicalName: string; presentName: string };
}

export interface ManifestDiff {
  changes: PlannedChange[];
  renames: readonly { kind: ManifestKind; from: string; to: string; id: string }[];
  /** What is no mistake and yet worth a word. */
  warnings: DiffIssue[];
  /** What was compared: the landscape and the declarations by their present names. */
  known: KnownLandscape;
  declarations: readonly Declaration[];
  /** How many of what is declared stays as it is. */
  unchanged: number;
  issues: DiffIssue[];
  blocked: BlockedDeletion[];
  /** What the manifest owns no longer. */
  released: { kind: ManifestKind; technicalName: string }[];
}
