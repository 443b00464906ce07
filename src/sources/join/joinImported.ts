/** Joins the result of an importer onto a landscape: its manifest, its text and its report. */
import type { Manifest } from '@/contract/manifest/schema';
import { toImported, type Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { joinOn } from './joinOn';

export interface JoinedImport extends Imported {
  /** Components that the landscape has already. */
  matched: number;
  /** Components that are stated as new. */
  added: number;
}

/** `onto` says in a few words what `existing` is: a file, or the landscape of a tenant. Throws UnreadableSource as `joinOn` does. */
export function joinImported(imported: Imported, existing: Manifest, onto: string): JoinedImport {
  const { manifest, notes, header, report: before } = imported;
  const decisions = new ImportReport();
  const { renamed, matched, ...joined } = joinOn({ manifest, notes }, existing, decisions);
  const nameOf = (name: string): string => renamed.get(name) ?? name;
  const entries = before.map((entry) => {
    const { dependency } = entry;
    return dependency === undefined
      ? entry
      : { ...entry, dependency: { ...dependency, source: nameOf(dependency.source), target: nameOf(dependency.target) } };
  });
  const hasSuggestions = (joined.manifest.dependencies ?? []).some((one) => joined.notes.has(one));
  const lines = [
    ...header.slice(0, 1),
    `Joined by name onto ${onto}: of what is known there, it states only what was left open.`,
    ...(hasSuggestions ? ['Keep the dependencies marked "suggested" that are true, and delete the rest.'] : []),
  ];
  const report = new ImportReport([...entries, ...decisions.all()]);
  return { ...toImported(joined, lines, report), matched, added: renamed.size - matched };
}
