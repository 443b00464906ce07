/** Exports of a blast radius: its picture, sized by its content rather than by the window, and its tables. */
import { impactBands } from '@/client/impactColumns/impactBands';
import { columnsSheet } from '@/client/impactColumns/columnsSheet';
import { pictureExports, type Exported } from '@/client/pictureExports';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { Look } from './blastRadiusAddress';
import { figuresOf } from './headline';
import { impactTables } from './impactTables';

/** Empty before there is an answer. Offers no picture while the table is shown. */
export function blastRadiusExports(
  look: Look,
  answer: BlastRadiusAnswer | undefined,
  columns: ImpactColumns | undefined,
  failingNow: ReadonlySet<string>,
  readWhole: () => Promise<BlastRadiusAnswer>,
): ExportChoice[] {
  if (answer === undefined) return [];
  const { entity, direction, landscapeVersion } = answer;
  return pictureExports({
    draw: drawer(look, columns, failingNow),
    title: direction === 'downstream' ? `What breaks if ${entity.name} fails` : `What could make ${entity.name} fail`,
    note: `Landscape version ${landscapeVersion}`,
    figures: figuresOf(answer, columns),
    legend: [],
    hasSlide: true,
    fileName: `blast-radius-${entity.technicalName}`,
    tables: impactTables(answer, readWhole),
  });
}

function drawer(look: Look, columns: ImpactColumns | undefined, failingNow: ReadonlySet<string>): Exported['draw'] {
  if (look === 'table' || columns === undefined) return null;
  return columnsSheet((cardBands) => impactBands(columns, { failingNow }, cardBands));
}
