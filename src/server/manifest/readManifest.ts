/** Reads a request body into a manifest, or throws an error with the position of every mistake. */
import type { Manifest } from '@/contract/manifest/schema';
import { pathText } from '@/contract/inputIssues';
import { MAXIMUM_LISTED_ISSUES, type ManifestIssue } from '@/contract/manifest/issue';
import { readManifestValue, type ManifestFormat, type PlaceInText } from '@/contract/manifest/text/readText';
import { AppError } from '@/domain/errors';
import type { DiffIssue } from '@/domain/manifest/declaration';
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';
import type { Assumption } from '@/contract/manifest/references';
import type { ReadAnswer } from './parseWorker';
import { runInWorker } from './manifestWorker';
import { fromPortions } from './portions';

/** A text (or its bytes) with its content type, or a value that was never text. */
export type ManifestSource = { text: string | Uint8Array; contentType: string } | { value: unknown };

/** Checks the manifest's references against the landscape and returns those that are wrong. */
export type JudgeAssumptions = (assumptions: readonly Assumption[]) => Promise<DiffIssue[]>;

const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

/** Throws `unsupported_media_type` for anything except YAML and JSON. */
export function manifestFormat(contentType: string): ManifestFormat {
  const [type = ''] = contentType.toLowerCase().split(';');
  const essence = type.trim();
  if (YAML_TYPES.includes(essence)) return 'yaml';
  if (essence === 'application/json') return 'json';
  throw new AppError('unsupported_media_type', 'Send the manifest as application/yaml or application/json.');
}

/**
 * Throws `invalid_input` with all issues (with `judge`, also wrong references into the landscape), 413 `payload_too_large` and
 * `manifest_too_complex`, and 415.
 */
export async function readManifest(tenantId: string, source: ManifestSource, judge?: JudgeAssumptions): Promise<Manifest> {
  if ('value' in source) {
    const reading = readManifestValue(source.value);
    if (reading.manifest === null) throw await refusedWhole(tenantId, source, reading, judge);
    return reading.manifest;
  }
  const format = manifestFormat(source.contentType);
  const size = sizeOf(source.text);
  if (size > MAXIMUM_MANIFEST_BYTES)
    throw new AppError(
      'payload_too_large',
      `A manifest may have up to ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}. Split it into several manifests with different names.`,
    );
  const reading = await runInWorker<ReadAnswer>(tenantId, { type: 'read', text: source.text, format }, size);
  if (reading.manifest === null) throw await refusedWhole(tenantId, source, reading, judge);
  return fromPortions(reading.manifest);
}

/** Combines the mistakes in the text with the references to what does not exist. */
async function refusedWhole(
  tenantId: string,
  source: ManifestSource,
  reading: Omit<ReadAnswer, 'manifest'>,
  judge: JudgeAssumptions | undefined,
): Promise<AppError> {
  const { issues, issuesOmitted, assumptions = [] } = reading;
  if (assumptions.length === 0 || judge === undefined) return refused(issues, issuesOmitted);
  const wrong = await judge(assumptions);
  const told = new Set(issues.map(({ path }) => path));
  const added = wrong.filter(({ path }) => !told.has(pathText(path)));
  const all = inOrder([...issues, ...(await placedInText(tenantId, source, added.slice(0, MAXIMUM_LISTED_ISSUES)))]);
  const listed = all.slice(0, MAXIMUM_LISTED_ISSUES);
  return refused(listed, issuesOmitted + issues.length + added.length - listed.length);
}

/** The error for mistakes that only show against the landscape. Parses the text again to find their positions. */
export async function refusedByLandscape(tenantId: string, source: ManifestSource, found: readonly DiffIssue[]): Promise<AppError> {
  const shown = found.slice(0, MAXIMUM_LISTED_ISSUES);
  const error = refused(inOrder(await placedInText(tenantId, source, shown)), found.length - shown.length);
  const formerNames = found.flatMap(({ formerNameOf }) => formerNameOf ?? []);
  if (formerNames.length < found.length) return error;
  // If nothing else is wrong, the error is the same as for creating one such entity.
  return new AppError('former_name', error.message, {
    ...(error.issues === undefined ? {} : { issues: error.issues }),
    facts: { ...error.facts, formerNames: formerNames.slice(0, 100) },
  });
}

/** Adds positions, for at most as many warnings as issues are listed. */
export async function warningsOf(tenantId: string, source: ManifestSource, warnings: readonly DiffIssue[]): Promise<ManifestIssue[]> {
  const told = await placedInText(tenantId, source, warnings.slice(0, MAXIMUM_LISTED_ISSUES));
  return inOrder(told.map((issue) => ({ ...issue, severity: 'warning' })));
}

async function placedInText(tenantId: string, source: ManifestSource, found: readonly DiffIssue[]): Promise<ManifestIssue[]> {
  const paths = found.map(({ path }) => [...path]);
  const places =
    'value' in source || paths.length === 0
      ? []
      : await runInWorker<PlaceInText[]>(
          tenantId,
          { type: 'places', text: source.text, format: manifestFormat(source.contentType), paths },
          sizeOf(source.text),
        );
  return found.map(({ path, message, hint }, index) => ({
    path: pathText(path),
    message,
    ...places[index],
    ...(hint === undefined ? {} : { hint }),
  }));
}

function inOrder(issues: ManifestIssue[]): ManifestIssue[] {
  return issues.sort((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));
}

function refused(issues: readonly ManifestIssue[], issuesOmitted: number): AppError {
  const [first] = issues;
  const position = first?.line === undefined ? '' : `line ${first.line}, column ${first.column ?? 1}: `;
  const where = first?.subject === undefined ? (first?.path ?? '') : `${first.subject}:`;
  const what = `${where === '' ? '' : `${where} `}${first?.message ?? ''}`;
  const count = issues.length + issuesOmitted;
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return new AppError('invalid_input', `The manifest cannot be used. ${position}${what}${more}.`, {
    issues,
    ...(issuesOmitted > 0 ? { facts: { issuesOmitted } } : {}),
  });
}

function sizeOf(text: string | Uint8Array): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.byteLength;
}
