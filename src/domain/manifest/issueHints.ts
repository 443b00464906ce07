/** Adds a suggestion to mistakes about unknown names. */
import { didYouMean } from './closest';
import type { DiffIssue } from './declaration';
import type { ManifestKind } from './manifestFields';

/** A hint must compare with every name, so only this many mistakes get one. */
const MAXIMUM_HINTS = 50;

/** `namesOf` returns the known names, from the manifest and the landscape. */
export function withHints(issues: readonly DiffIssue[], namesOf: (kind: ManifestKind) => Iterable<string>): DiffIssue[] {
  let hints = 0;
  return issues.map((issue) => {
    if (issue.unknown === undefined) return issue;
    hints += 1;
    const { kind, technicalName } = issue.unknown;
    const near = hints > MAXIMUM_HINTS ? undefined : didYouMean(technicalName, others(namesOf(kind), technicalName));
    if (near === undefined) return issue;
    return { ...issue, hint: issue.hint === undefined ? near : `${issue.hint}, or, if it should exist: ${near}` };
  });
}

function* others(names: Iterable<string>, own: string): IterableIterator<string> {
  for (const name of names) if (name !== own) yield name;
}
