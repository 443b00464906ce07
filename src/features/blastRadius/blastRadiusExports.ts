/** Exports of a blast radius: its picture, sized by its content rather than by the window, and its tables. */
import { pictureExports } from '@/client/pictureExports';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { Look } from './blastRadiusAddress';
import { blastRadiusSheet } from './blastRadiusSheet';

/** Empty before there is an answer. Offers no picture while the table is shown. */
export function blastRadiusExports(
  look: Look,
  answer: BlastRadiusAnswer | undefined,
  columns: ImpactColumns | undefined,
  failingNow: ReadonlySet<string>,
  readWhole: () => Promise<BlastRadiusAnswer>,
): ExportChoice[] {
  if (answer === undefined) return [];
  const sheet = blastRadiusSheet(answer, columns, failingNow, readWhole);
  return pictureExports(look === 'table' ? { ...sheet, draw: null } : sheet);
}
