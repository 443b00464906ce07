/** One mistake in a manifest and the bounded list that collects all of them. How a mistake is found stays out. */
import { z } from 'zod';

/** More than this many are counted and not listed. */
export const MAXIMUM_LISTED_ISSUES = 1_000;

export const ManifestIssue = z.strictObject({
  path: z.string().meta({ description: 'Where, as in `applications[0].components[2].kind`; empty for the whole document.' }),
  message: z.string(),
  line: z.int().optional().meta({ description: 'From 1.' }),
  column: z.int().optional().meta({ description: 'From 1, in UTF-16 code units.' }),
  hint: z.string().optional().meta({ description: 'What to do about it.', example: 'did you mean "WebAPI"?' }),
  severity: z.enum(['error', 'warning']).optional().meta({ description: 'An error unless said.' }),
});
export type ManifestIssue = z.infer<typeof ManifestIssue>;

/** Steps from the document to a value: field names and list positions. */
export type ManifestPath = readonly (string | number)[];

/** What a mistake is about: the value at `path`, or with `atKey` the key that leads to it. An `offset` (UTF-16, from 0) wins over the path. */
export interface FoundIssue {
  path: ManifestPath;
  message: string;
  hint?: string | undefined;
  severity?: 'error' | 'warning';
  atKey?: boolean;
  offset?: number;
}

/** `['applications', 0, 'name']` as `applications[0].name`. */
export function writePath(path: ManifestPath): string {
  let written = '';
  for (const step of path) {
    if (typeof step === 'number') written += `[${step}]`;
    else written += written === '' ? step : `.${step}`;
  }
  return written;
}

/** Collects mistakes: the first thousand whole, the rest as a number; one a path, since a second is mostly the echo of the first. */
export class IssueCollector {
  readonly found: FoundIssue[] = [];
  omitted = 0;
  errors = 0;
  private readonly seen = new Set<string>();

  /** Nothing more is listed, so that hints are wasted. */
  get isFull(): boolean {
    return this.found.length >= MAXIMUM_LISTED_ISSUES;
  }

  add(issue: FoundIssue): void {
    const key = issue.offset === undefined ? writePath(issue.path) : `@${issue.offset}`;
    if (this.seen.has(key)) return;
    if (issue.severity !== 'warning') this.errors += 1;
    if (this.isFull) {
      this.omitted += 1;
      return;
    }
    this.seen.add(key);
    this.found.push(issue);
  }

  /** Marks a value as wrong already, so that nothing more is said about it. */
  markBroken(path: ManifestPath): void {
    if (this.seen.size < 4 * MAXIMUM_LISTED_ISSUES) this.seen.add(writePath(path));
  }
}

/** From offsets to lines and columns, counted once and only when somebody asks. */
export class LineIndex {
  private starts: number[] | undefined;

  constructor(private readonly text: string) {}

  at(offset: number): { line: number; column: number } {
    const starts = (this.starts ??= lineStarts(this.text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
