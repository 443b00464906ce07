/** Every preset, and how tables show which one they need. */
import { ColumnPlaces } from '@/sources/table/mapping/columnPlaces';
import type { SourceTable } from '@/sources/table/read/sourceTable';
import type { Preset } from './preset';
import { GLPI } from './glpi';
import { ITOP } from './itop';
import { LEANIX } from './leanix';
import { SERVICENOW } from './servicenow';

export const PRESETS: readonly Preset[] = [SERVICENOW, LEANIX, ITOP, GLPI];
export const PRESET_NAMES: readonly string[] = [...PRESETS.map(({ name }) => name), 'generic'];

/** The preset whose columns a header has, and those columns; null for a spreadsheet of no known tool. */
export function presetOfHeader(header: readonly string[]): { preset: Preset; columns: readonly string[] } | null {
  for (const preset of PRESETS) {
    const places = new ColumnPlaces(header, preset.mapping.labels);
    const columns = preset.signs.find((list) => list.every((column) => places.of(column).length > 0));
    if (columns !== undefined) return { preset, columns };
  }
  return null;
}

/** The preset whose columns one of the tables has. */
export function detectPreset(tables: readonly SourceTable[]): Preset | null {
  for (const { header, file } of tables) {
    // Only iTop writes sets in XML, whatever their attributes are.
    if (/\.xml!/i.test(file)) return ITOP;
    const found = presetOfHeader(header);
    if (found !== null) return found.preset;
  }
  return null;
}
