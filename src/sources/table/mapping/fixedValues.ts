/** Values that a mapping itself states, in place of what a cell says. */
import { importedText } from '@/sources/proposal/importedText';
import { valueOfCell, type CellValue } from './cellValues';
import { FIELDS, type FieldType } from './mappingFields';
import type { FieldSource, Mapping } from './mappingSchema';

/** Undefined for a word that is known and says nothing about this field, and null for one that the field cannot have. */
export function fixedValue(field: string, type: FieldType, value: CellValue): CellValue | null | undefined {
  if (value === '') return undefined;
  if (typeof type === 'object') return value;
  return (field === 'description' ? importedText(String(value), 4_000) : valueOfCell(type, String(value))) ?? null;
}

export interface ImpossibleValue {
  /** Where it stands in the mapping. */
  path: readonly PropertyKey[];
  message: string;
}

/** What fields cannot have, wherever a mapping states it. */
export function impossibleValues({ entities, dependencies }: Mapping): ImpossibleValue[] {
  return [
    ...entities.flatMap(({ as, fields = {} }, at) =>
      Object.entries(fields).flatMap(([field, source]) =>
        inSource(field, (FIELDS[as] as Readonly<Record<string, FieldType>>)[field], source, ['entities', at, 'fields', field]),
      ),
    ),
    ...dependencies.flatMap(({ dependencyType, mode, protocol }, at) => [
      ...inSource('dependencyType', 'dependencyType', dependencyType, ['dependencies', at, 'dependencyType']),
      ...inSource('mode', 'mode', mode, ['dependencies', at, 'mode']),
      ...inSource('protocol', 'text', protocol, ['dependencies', at, 'protocol']),
    ]),
  ];
}

function inSource(
  field: string,
  type: FieldType | undefined,
  source: FieldSource | undefined,
  path: readonly PropertyKey[],
): ImpossibleValue[] {
  if (type === undefined || source === undefined || typeof source === 'string' || Array.isArray(source)) return [];
  const { map = {}, filled = {}, default: otherwise } = source;
  const stated: [readonly PropertyKey[], CellValue][] = [
    ...Object.entries(map).map(([word, value]): [string[], CellValue] => [['map', word], value]),
    ...Object.entries(filled).map(([column, value]): [string[], CellValue] => [['filled', column], value]),
    ...(otherwise === undefined ? [] : [[['default'], otherwise] as [string[], CellValue]]),
  ];
  return stated
    .filter(([, value]) => fixedValue(field, type, value) === null)
    .map(([place, value]) => ({ path: [...path, ...place], message: `${field} cannot have the value ${JSON.stringify(value)}` }));
}
