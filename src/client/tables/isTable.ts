/** Which files people choose columns of. */

export const TABLE_ENDINGS = '.csv,.tsv,.xlsx';

/** Whether all of some files are tables, by their names. */
export function areTables(files: readonly File[]): boolean {
  return files.length > 0 && files.every(({ name }) => TABLE_ENDINGS.split(',').some((ending) => name.toLowerCase().endsWith(ending)));
}
