/** Makes a manifest of opened tables and a mapping: for the command line, and for a page that shows what comes out while somebody chooses. */
import { countOf } from '@/plain/counts';
import { importedAs, type Imported } from '@/sources/proposal/imported';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import type { ImportReport } from '@/sources/proposal/importReport';
import { Assembly } from './landscape/assemble';
import { Items } from './landscape/items';
import { Relations } from './landscape/relations';
import { Resolver } from './landscape/resolve';
import { collectRows } from './mapping/collectRows';
import type { Mapping } from './mapping/mappingSchema';
import { RowLedger, type Tally } from './mapping/rowLedger';
import type { OpenedTables } from './read/openTables';
import type { SourceTable } from './read/sourceTable';

export interface ImportedTables extends Imported {
  tally: Tally;
}

/** Throws UnreadableSource if nothing can be mapped, or the manifest would be too large. */
export function importOpened(
  { tables, readAgain, tellReading }: OpenedTables,
  mapping: Mapping,
  name: string,
  report: ImportReport,
): ImportedTables {
  readAgain();
  const { tally, ...imported } = landscapeOf(tables, mapping, name, report);
  tellReading();
  const files = new Set(tables.map(({ file }) => file.split('!')[0])).size;
  return { ...importedAs('table', imported, report, { from: countOf(files, 'file') }), tally };
}

/** The landscape that the tables describe. Adds to `report` what was decided or left out. */
function landscapeOf(
  tables: readonly SourceTable[],
  mapping: Mapping,
  name: string,
  report: ImportReport,
): ImportedManifest & { tally: Tally } {
  const ledger = new RowLedger(report);
  const collected = collectRows(tables, mapping, ledger, report);
  const items = new Items();
  // Names are keys only where no number is: rows with numbers come first.
  for (const entity of collected.entities) if (entity.isSure) items.add(entity);
  for (const entity of collected.entities) if (!entity.isSure) items.add(entity);
  const relations = new Relations(items);
  new Resolver(items, relations, collected, ledger, report).resolve();
  relations.joinInterfaces(report);
  const assembly = new Assembly(items, report);
  const manifest = assembly.manifest(name, relations.edges, relations.supporters);
  relations.tell(report);
  return { manifest, notes: new Map(), keys: assembly.keys, tally: ledger.close() };
}
