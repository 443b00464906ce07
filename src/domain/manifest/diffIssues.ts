/**
 * The words for mistakes that only show against a landscape. They are the same whether a manifest was compared or could not even be read
 * completely.
 */
import type { DiffIssue } from './declaration';
import type { ManifestKind } from './manifestFields';

type Told = Omit<DiffIssue, 'path'>;

/** A field is missing that only a new entity needs. */
export function requiredWhenNew(kind: ManifestKind, technicalName: string, field: string): Told {
  return {
    message: `is required, because there is no ${kind.replace('-', ' ')} "${technicalName}" yet`,
    hint: `add ${field}`,
    unknown: { kind, technicalName },
  };
}

/** A reference leads to nothing. */
export function notThere(kind: ManifestKind, technicalName: string): Told {
  return {
    message: `there is no ${kind.replace('-', ' ')} "${technicalName}", neither in this manifest nor in the landscape`,
    unknown: { kind, technicalName },
  };
}

/** The entity that had this name now has another one. Creating a second entity with the name is more often a mistake than not. */
export function formerNameTaken(kind: ManifestKind, technicalName: string, presentName: string): Told {
  return {
    message: `is a former name of the ${kind.replace('-', ' ')} "${presentName}"`,
    hint: `write "${presentName}", or state reuseName: true to make another one`,
    formerNameOf: { kind, technicalName, presentName },
  };
}
