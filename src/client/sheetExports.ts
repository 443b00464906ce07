/** The exports of what is shown: none before there is an answer, and no picture while its table is shown. */
import type { ExportChoice } from '@/ui/ExportMenu';
import { pictureExports, type Exported } from './pictureExports';

export function sheetExports(sheet: Exported | null, isTable: boolean): ExportChoice[] {
  return sheet === null ? [] : pictureExports(isTable ? { ...sheet, draw: null } : sheet);
}
