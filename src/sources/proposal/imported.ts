/** The result of every importer: the manifest, its text, the number of its declarations, and the report. */
import { declarationsOf } from '@/contract/manifest/declarations';
import type { Manifest } from '@/contract/manifest/schema';
import { writeImported, type ImportedManifest } from './importedManifest';
import type { ImportReport, ReportEntry } from './importReport';
import { nextSteps } from './nextSteps';
import { SourceKeys } from './sourceKeys';
import { UnreadableSource } from './unreadableSource';
import { finish } from '@/plain/steps';

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
  const counts = new Map<string, number>();
  for (const { kind } of finish(declarationsOf(manifest))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) throw new UnreadableSource('nothing in these files can be mapped', 'nothing_mapped');
  const { notes, keys = new SourceKeys() } = imported;
  const text = writeImported(imported, header);
  return { manifest, text, counts, report: report.all(), nextSteps: nextSteps(manifest), notes, header, keys };
}
