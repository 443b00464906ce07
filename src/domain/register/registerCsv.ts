/**
 * The register as CSV, which is also the form that its digest is made of: SHA-256 over exactly the bytes of the file, so that `sha256sum` proves it.
 * A line of column names and one line an entry in the register's order, in the form that `plain/csv.ts` tells.
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

export function registerCsvLine(entry: RegisterEntry): string {
  return csvLine(COLUMNS.map(([, cellOf]) => cellOf(entry)));
}
