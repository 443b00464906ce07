/** The result of every importer: the manifest, its text, the number of its declarations, and the report. */
import type { Manifest } from '@/contract/manifest/schema';
import { countOf } from '@/plain/counts';
import { writeImported, type ImportedManifest } from './importedManifest';
import type { ImportReport, ReportEntry } from './importReport';
import { nextSteps } from './nextSteps';
import { keyedLists, SourceKeys } from './sourceKeys';
import { UnreadableSource } from './unreadableSource';

export interface Imported {
  manifest: Manifest;
  /** The manifest as YAML. Comments mark suggested dependencies. */
  text: string;
  /** Number of entities and dependencies by kind, in the order of the manifest. */
  counts: ReadonlyMap<string, number>;
  report: ReportEntry[];
  /** What to do next, in sentences. */
  nextSteps: string[];
  /** By entity or dependency of the manifest: its comment in the text. One on a component says that its kind is a guess. */
  notes: ReadonlyMap<object, string>;
  /** The comment above the manifest, line by line. */
  header: readonly string[];
  /** Empty if the source has none. */
  keys: SourceKeys;
}

/** Throws UnreadableSource if the manifest would be empty or too large. */
export function toImported(imported: ImportedManifest, header: readonly string[], report: ImportReport): Imported {
  const { manifest } = imported;
  const counts = countsOf(manifest);
  if (counts.size === 0) throw new UnreadableSource('nothing in these files can be mapped', 'nothing_mapped');
  const { notes, keys = new SourceKeys() } = imported;
  const text = writeImported(imported, header);
  return { manifest, text, counts, report: report.all(), nextSteps: nextSteps(manifest), notes, header, keys };
}

/**
 * What `faultline import` of that kind made, with the usual header. `from` says of what: `2 files`; `evidence` what the dependencies that are
 * marked were read from, if people should check them. Throws UnreadableSource as `toImported` does.
 */
export function importedAs(
  kind: string,
  imported: ImportedManifest,
  report: ImportReport,
  { from, evidence }: { from?: string; evidence?: string } = {},
): Imported {
  const made = `Made by \`faultline import ${kind}\`${from === undefined ? '' : ` from ${from}`}.`;
  const header = [`${made} To see what it would change: faultline push --preview FILE`];
  const suggested = (imported.manifest.dependencies ?? []).filter((dependency) => imported.notes.has(dependency)).length;
  if (evidence !== undefined && suggested > 0)
    header.push(
      `${countOf(suggested, 'dependency', 'dependencies')} marked "suggested" ${suggested === 1 ? 'was' : 'were'} read from ${evidence}: keep those that are true and delete the rest.`,
    );
  return toImported(imported, header, report);
}

/** In the order in which manifests list them. */
function countsOf(manifest: Manifest): Map<string, number> {
  const all: [string, number][] = [
    ...keyedLists(manifest).map(([kind, list]): [string, number] => [kind, list.length]),
    ['dependency', manifest.dependencies?.length ?? 0],
    ['scenario', manifest.scenarios?.length ?? 0],
  ];
  return new Map(all.filter(([, count]) => count > 0));
}
