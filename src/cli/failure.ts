/** Ends a command early: a sentence for the person, advice, and facts for programs. Formatting happens elsewhere. */
import type { ManifestIssue } from '@/contract/manifest/issue';

export const EXIT = { done: 0, error: 1, differences: 2, foundFault: 3, interrupted: 130 } as const;

/** A mistake and the file that contains it. */
export interface FileIssue extends ManifestIssue {
  file: string;
}

export interface FailureFacts {
  /** For programs: the server's error code if it refused. */
  code: string;
  hint?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  issues?: readonly FileIssue[] | undefined;
  issuesOmitted?: number | undefined;
  /** It is the answer, even if Ctrl-C ended the wait for it. */
  isAnswer?: boolean | undefined;
  /** Further facts for `--json`. */
  facts?: Readonly<Record<string, unknown>> | undefined;
}

export class Failure extends Error {
  constructor(
    message: string,
    readonly facts: FailureFacts,
  ) {
    super(message);
    this.name = 'Failure';
  }
}

/** The document that `--json` writes instead of an answer. */
export function failureDocument({ message, facts }: Failure): Record<string, unknown> {
  const { code, status, hint, requestId, issues, issuesOmitted, facts: more } = facts;
  return { error: { ...more, code, message, status, hint, requestId, issues, issuesOmitted } };
}
