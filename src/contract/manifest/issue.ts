/** One mistake in a manifest, and the limited list that collects them. */
import { z } from 'zod';
import { pathText } from '@/contract/inputIssues';

/** More mistakes than this are counted but not listed. */
export const MAXIMUM_LISTED_ISSUES = 1_000;

export const ManifestIssue = z.strictObject({
  path: z.string().meta({ description: 'Where, for example `applications[0].components[2].kind`; empty for the whole document.' }),
  subject: z.string().optional().meta({
    description: 'The same place in names, if it is in an entry of a list.',
    example: 'kind of component “Web shop” in application “Shop”',
  }),
  message: z.string().meta({ description: 'What is wrong there.' }),
  line: z.int().min(1).optional().meta({ description: 'The line in the manifest, from 1.' }),
  column: z.int().min(1).optional().meta({ description: 'The column in that line, from 1, in UTF-16 code units.' }),
  hint: z.string().optional().meta({ description: 'What to do about it.', example: 'did you mean "WebAPI"?' }),
  severity: z.enum(['error', 'warning']).optional().meta({ description: 'A warning does not stop the manifest. Default: error.' }),
});
export type ManifestIssue = z.infer<typeof ManifestIssue>;

/** Steps from the document to a value: field names and list indexes. */
export type ManifestPath = readonly (string | number)[];

/** What a mistake is about: the value at `path`, or with `atKey` its key. An `offset` (UTF-16, from 0) takes precedence over the path. */
export interface FoundIssue {
  path: ManifestPath;
  message: string;
  hint?: string | undefined;
  severity?: 'error' | 'warning';
  atKey?: boolean;
  offset?: number;
}

/**
 * Collects mistakes: lists the first thousand and counts the rest; one per path, because a second is usually a consequence of the first.
 */
export class IssueCollector {
  readonly found: FoundIssue[] = [];
  omitted = 0;
  errors = 0;
  private readonly seen = new Set<string>();

  /** Nothing more is listed, so hints need not be computed. */
  get isFull(): boolean {
    return this.found.length >= MAXIMUM_LISTED_ISSUES;
  }

  add(issue: FoundIssue): void {
    const key = issue.offset === undefined ? pathText(issue.path) : `@${issue.offset}`;
    if (this.seen.has(key)) return;
    if (issue.severity !== 'warning') this.errors += 1;
    if (this.isFull) {
      this.omitted += 1;
      return;
    }
    this.seen.add(key);
    this.found.push(issue);
  }

  /** Marks a value as already reported, so that nothing more is said about it. */
  markBroken(path: ManifestPath): void {
    if (this.seen.size < 4 * MAXIMUM_LISTED_ISSUES) this.seen.add(pathText(path));
  }
}

/** Converts offsets to lines and columns, computed once and only on demand. */
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
