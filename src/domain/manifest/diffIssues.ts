/** How the mistakes that only a landscape shows are said: the same words whether a manifest is compared or could not even be read whole. */
import type { DiffIssue } from './declaration';
import type { ManifestKind } from './manifestFields';

type Told = Omit<DiffIssue, 'path'>;

export function requiredWhenNew(kind: ManifestKind, technicalName: string, field: string): Told {
  return {
    message: `is required, because there is no ${kind.replace('-', ' ')} "${technicalName}" yet`,
    hint: `add ${field}`,
    unknown: { kind, technicalName },
  };
}

export function notThere(kind: ManifestKind, technicalName: string): Told {
  return {
    message: `there is no ${kind.replace('-', ' ')} "${technicalName}", neither in this manifest nor in the landscape`,
    unknown: { kind, technicalName },
  };
}

/** What had the name goes on under another one: making a second of the name would be a mistake more often than not. */
export function formerNameTaken(kind: ManifestKind, technicalName: string, presentName: string): Told {
  return {
    message: `is a former name of the ${kind.replace('-', ' ')} "${presentName}"`,
    hint: `write "${presentName}", or state reuseName: true to make another one`,
    formerNameOf: { kind, technicalName, presentName },
  };
}
