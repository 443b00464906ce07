/** Mistakes in a manifest as mistakes in the file that it was read from. */
import type { ManifestPath } from '@/contract/manifest/issue';
import { offsetsInManifest } from '@/contract/manifest/text/readText';
import { Failure, type FileIssue } from './failure';
import type { ManifestFile } from './manifestFile';

/** The mistakes of a reading as the facts of a failure. */
export function issueFacts(
  code: string,
  { issues, issuesOmitted }: { issues: readonly Omit<FileIssue, 'file'>[]; issuesOmitted: number },
  { file }: Pick<ManifestFile, 'file'>,
) {
  return { code, issues: issues.map((issue) => ({ ...issue, file })), issuesOmitted };
}

/** Turns the server's issues into issues of the sent file: those that only have a path get a line and column. */
export function inFile({ message, facts }: Failure, { file, text, format }: ManifestFile): Failure {
  const issues = facts.issues ?? [];
  const places = issues.some(({ line }) => line === undefined)
    ? offsetsInManifest(
        text,
        format,
        issues.map(({ path }) => readPath(path)),
      )
    : [];
  return new Failure(message, { ...facts, issues: issues.map((issue, index) => ({ ...places[index], ...issue, file })) });
}

/** Reads `segments[0].people` into steps. */
function readPath(path: string): ManifestPath {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));
}
