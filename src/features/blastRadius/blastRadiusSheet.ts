/** A blast radius for paper, files and strangers: title, figures, picture and tables. Pure. */
import { columnsSheet } from '@/client/impactColumns/columnsSheet';
import { impactBands } from '@/client/impactColumns/impactBands';
import type { Exported } from '@/client/pictureExports';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { figuresOf } from './headline';
import { impactTables } from './impactTables';

/** Without columns there is no picture. `readWhole` is called only if the answer lists just some of the affected components. */
export function blastRadiusSheet(
  answer: BlastRadiusAnswer,
  columns: ImpactColumns | undefined,
  failingNow: ReadonlySet<string>,
  readWhole: () => Promise<BlastRadiusAnswer>,
  palette?: CanvasPalette,
): Exported {
  const { entity, direction, landscapeVersion } = answer;
  return {
    draw: columns === undefined ? null : columnsSheet((cardBands) => impactBands(columns, { failingNow }, cardBands), palette),
    title: direction === 'downstream' ? `What breaks if ${entity.name} fails` : `What could make ${entity.name} fail`,
    note: `Landscape version ${landscapeVersion}`,
    figures: figuresOf(answer, columns),
    legend: [],
    hasSlide: true,
    fileName: `blast-radius-${entity.technicalName}`,
    tables: impactTables(answer, readWhole),
  };
}
