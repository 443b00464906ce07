/** What every importer hands back: the manifest, its text, how much it declares, and what there is to say about it. */
import { declarationsOf } from '@/contract/manifest/declarations';
import type { Manifest } from '@/contract/manifest/schema';
import { writeImported, type ImportedManifest } from './importedManifest';
import type { ImportReport, ReportEntry } from './importReport';
import { UnreadableSource } from './unreadableSource';

export interface Imported {
  manifest: Manifest;
  /** As YAML, with the suggested dependencies marked by comments. */
  text: string;
  /** Entities and dependencies by kind, in the order of the manifest. */
  counts: ReadonlyMap<string, number>;
  report: ReportEntry[];
}

/** Throws UnreadableSource where the manifest declares nothing, or is larger than manifests may be. */
export function toImported(imported: ImportedManifest, header: readonly string[], report: ImportReport): Imported {
  const { manifest } = imported;
  const counts = new Map<string, number>();
  for (const { kind } of declarationsOf(manifest)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) throw new UnreadableSource('nothing in these files can be mapped', 'nothing_mapped');
  return { manifest, text: writeImported(imported, header), counts, report: report.all() };
}
