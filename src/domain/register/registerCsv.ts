/**
 * The register as CSV. Its digest is the SHA-256 of exactly these bytes, so `sha256sum` can check it. One line of column names, then one
 * line per entry in the register's order, in the format of `plain/csv.ts`.
 */
import { csvHead, csvLine, type CsvCell } from '@/plain/csv';
import type { RegisterEntry } from './registerEntry';

const COLUMNS: readonly (readonly [string, (entry: RegisterEntry) => CsvCell])[] = [
  ['status', ({ status }) => status],
  ['missing', ({ missing }) => (missing.length === 0 ? null : missing.join(' '))],
  ['source', ({ source }) => source.technicalName],
  ['sourceName', ({ source }) => source.name],
  ['sourceApplication', ({ source }) => source.application.technicalName],
  ['sourceApplicationName', ({ source }) => source.application.name],
  ['sourceCriticalityTier', ({ source }) => source.application.criticalityTier],
  ['sourceIsExternal', ({ source }) => source.isExternal],
  ['target', ({ target }) => target.technicalName],
  ['targetName', ({ target }) => target.name],
  ['targetApplication', ({ target }) => target.application.technicalName],
  ['targetApplicationName', ({ target }) => target.application.name],
  ['targetCriticalityTier', ({ target }) => target.application.criticalityTier],
  ['targetIsExternal', ({ target }) => target.isExternal],
  ['dependencyType', ({ dependencyType }) => dependencyType],
  ['mode', ({ mode }) => mode],
  ['protocol', ({ protocol }) => protocol],
  ['transportEncryption', ({ transportEncryption }) => transportEncryption],
  ['endpointAuthMethod', ({ endpointAuthMethod }) => endpointAuthMethod],
  ['isExternal', ({ isExternal }) => isExternal],
  ['personalData', ({ personalData }) => personalData],
  ['isUnprotected', ({ isUnprotected }) => isUnprotected],
  ['dependencyId', ({ dependencyId }) => dependencyId],
];

export const REGISTER_CSV_HEAD = csvHead(COLUMNS.map(([name]) => name));

/** One line of the file, with its line end, in the columns of `REGISTER_CSV_HEAD`. */
export function registerCsvLine(entry: RegisterEntry): string {
  return csvLine(COLUMNS.map(([, cellOf]) => cellOf(entry)));
}
