/** What ends a command early: a sentence for the person, what to do about it, and the facts for a program. How it is shown stays out. */
import type { ManifestIssue } from '@/contract/manifest/issue';

export const EXIT = { done: 0, error: 1, differences: 2, foundFault: 3, interrupted: 130 } as const;

/** A mistake with the file that it is in. */
export interface FileIssue extends ManifestIssue {
  file: string;
}

export interface FailureFacts {
  /** A word for programs: the server's code where it refused. */
  code: string;
  hint?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  issues?: readonly FileIssue[] | undefined;
  issuesOmitted?: number | undefined;
  /** More that `--json` should tell. */
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
  return { error: { ...more, code, message, ...defined({ status, hint, requestId, issues, issuesOmitted }) } };
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
