/**
 * Tells renames by what an earlier import of the same source gave: what has the same key and another technicalName was renamed, and states its
 * former name. So an update renames it, and never makes a second one.
 */
import type { Imported } from './imported';
import { toImported } from './imported';
import { ImportReport } from './importReport';
import { keyedLists, type Keyed, type KeyedKind } from './sourceKeys';

/** `previous` is what the same importer made of the files as they were. Changes the entities of `imported`. */
export function withFormerNames(imported: Imported, previous: Imported): Imported {
  const report = new ImportReport(imported.report);
  if (imported.keys.isEmpty)
    report.decided(undefined, 'this source has no keys beside its names, so what has another name now is another thing');
  for (const [kind, list] of keyedLists(imported.manifest)) tellRenames(kind, list, imported, previous, report);
  return toImported(imported, imported.header, report);
}

function tellRenames(kind: KeyedKind, entities: readonly Keyed[], imported: Imported, previous: Imported, report: ImportReport): void {
  const before = previous.keys.of(kind);
  const formerNames = new Map<string, string>();
  /** The names that their former bearers have left. */
  const left = new Set<string>();
  for (const [key, technicalName] of imported.keys.of(kind)) {
    const former = before.get(key);
    if (former === undefined || former === technicalName) continue;
    formerNames.set(technicalName, former);
    left.add(former);
  }
  if (left.size === 0) return;
  for (const entity of entities) {
    const { technicalName, name } = entity;
    const formerly = formerNames.get(technicalName);
    if (formerly !== undefined) {
      stateBehindName(entity, { formerly });
      report.decided(undefined, `the ${kind} ${name ?? technicalName} was ${formerly} before, by its key`, 'things that were renamed');
    } else if (left.has(technicalName)) {
      stateBehindName(entity, { reuseName: true });
      report.decided(undefined, `the ${kind} ${technicalName} is a new one with the former name of another`, 'names that were taken over');
    }
  }
}

/** Where people look for it, and in the same object, since notes are by entity. */
function stateBehindName(entity: Keyed, stated: Pick<Keyed, 'formerly' | 'reuseName'>): void {
  const { technicalName, name, ...others } = entity;
  for (const field of Object.keys(entity)) delete entity[field as keyof Keyed];
  Object.assign(entity, { technicalName, ...(name === undefined ? {} : { name }), ...stated, ...others });
}
