/**
 * Reads the text of a manifest, or reports everything that is wrong with it: each mistake with line, column, path and a hint. The same code
 * runs in browser, command line and server. Checks that need a landscape are elsewhere.
 */
import { pathText } from '@/contract/inputIssues';
import type { Manifest } from '@/contract/manifest/schema';
import { IssueCollector, LineIndex, type FoundIssue, type ManifestIssue, type ManifestPath } from '@/contract/manifest/issue';
import { MOST_FIELDS, surplusField } from './fieldCount';
import { readJson } from './json';
import { formatNumber } from '@/plain/counts';
import { assumptionsOf, checkReferences, RawManifest, warnOfAssumptions, type Assumption } from '@/contract/manifest/references';
import { checkShape } from '@/contract/manifest/schemaIssues';
import { subjectOf } from '@/contract/manifest/subject';
import { readYaml } from './yaml';
import { offsetIn, UNREADABLE, type OffsetTree, type ReadText } from './offsets';
import { offsetsInPlainYaml, readPlainYaml } from './plainYaml';

export type ManifestFormat = 'yaml' | 'json';

export interface ManifestReading {
  /** Null if there is an error. */
  manifest: Manifest | null;
  /** Sorted by line and column: errors and, if requested, warnings. */
  issues: ManifestIssue[];
  /** How many more there are. */
  issuesOmitted: number;
  /** For a manifest with mistakes: what only a landscape can check, so that all mistakes are reported together. */
  assumptions?: Assumption[];
}

export interface ReadingOptions {
  /** Adds a warning for everything that the landscape must already contain, for use without a server. */
  isOffline?: boolean;
}

/** Reads a manifest, with or without a byte order mark. Never throws because of the text. */
export function readManifestText(source: string, format: ManifestFormat, options: ReadingOptions = {}): ManifestReading {
  const text = plainText(source);
  const issues = new IssueCollector();
  const read = readValue(text, format, issues);
  const manifest = read.value === undefined ? null : check(read.value, issues, options);
  return { ...verdict(manifest, read.value, issues), issues: placed(issues.found, text, read) };
}

/** Checks a manifest that was never text: its mistakes have paths but no lines. */
export function readManifestValue(value: unknown): ManifestReading {
  const issues = new IssueCollector();
  const manifest = check(value, issues, {});
  return { ...verdict(manifest, value, issues), issues: issues.found.map((issue) => written(issue, value)) };
}

function verdict(manifest: Manifest | null, value: unknown, issues: IssueCollector): Omit<ManifestReading, 'issues'> {
  const isValid = issues.errors === 0;
  return {
    manifest: isValid ? manifest : null,
    issuesOmitted: issues.omitted,
    ...(isValid || value === undefined ? {} : someAssumptions(value)),
  };
}

/** Where something is in a text, and what that is by names. */
export type PlaceInText = { line: number; column: number } & Pick<ManifestIssue, 'subject'>;

/** The position of values in a readable text: line and column of each path, and its subject. */
export function offsetsInManifest(source: string, format: ManifestFormat, paths: readonly ManifestPath[]): PlaceInText[] {
  const text = plainText(source);
  const read = readValue(text, format, new IssueCollector());
  const lines = new LineIndex(text);
  return paths.map((path) => ({ ...named(read.value, path), ...lines.at(read.offsetOf(path, false)) }));
}

/** The mark is not part of the text: columns are counted after it. Line ends of Windows become plain ones, which changes no line or column. */
function plainText(text: string): string {
  return (text.startsWith('\ufeff') ? text.slice(1) : text).replaceAll('\r\n', '\n');
}

function someAssumptions(value: unknown): Pick<ManifestReading, 'assumptions'> {
  const assumptions = [...assumptionsOf(new RawManifest(value))];
  return assumptions.length === 0 ? {} : { assumptions };
}

function readValue(text: string, format: ManifestFormat, issues: IssueCollector): ReadText {
  const refuse = (offset: number, message: string, hint: string): ReadText => {
    issues.add({ path: [], offset, message, hint });
    return UNREADABLE;
  };
  const binary = firstControlCharacter(text);
  if (binary !== -1) {
    const code = (text.codePointAt(binary) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return refuse(binary, `the character U+${code} is not allowed in text`, 'send plain text in UTF-8');
  }
  const surplus = surplusField(text);
  if (surplus !== -1)
    return refuse(surplus, `holds more than ${formatNumber(MOST_FIELDS)} fields`, 'split it into several manifests with different names');
  if (format === 'json') return readJson(text, issues);
  const value = readPlainYaml(text);
  if (value === undefined) return readYaml(text, issues);
  // Positions are only computed on demand.
  let places: OffsetTree | undefined;
  return { value, offsetOf: (path, atKey) => offsetIn((places ??= offsetsInPlainYaml(text) ?? { at: 0 }), path, atKey) };
}

/** The first character that YAML forbids (line breaks and tabs are fine), or -1. */
function firstControlCharacter(text: string): number {
  return text.search(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
  );
}

function check(value: unknown, issues: IssueCollector, { isOffline = false }: ReadingOptions): Manifest | null {
  const manifest = checkShape(value, issues);
  const raw = new RawManifest(value);
  checkReferences(raw, issues);
  if (isOffline) warnOfAssumptions(raw, issues);
  return manifest;
}

function placed(found: readonly FoundIssue[], text: string, read: ReadText): ManifestIssue[] {
  const lines = new LineIndex(text);
  const issues = found.map((issue) => ({
    ...written(issue, read.value),
    ...lines.at(issue.offset ?? read.offsetOf(issue.path, issue.atKey === true)),
  }));
  return issues.sort((left, right) => left.line - right.line || left.column - right.column);
}

function written({ path, message, hint, severity }: FoundIssue, root: unknown): ManifestIssue {
  return {
    path: pathText(path),
    ...named(root, path),
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(severity === undefined ? {} : { severity }),
  };
}

function named(root: unknown, path: ManifestPath): Pick<ManifestIssue, 'subject'> {
  const subject = subjectOf(root, path);
  return subject === undefined ? {} : { subject };
}
