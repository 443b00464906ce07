/** Exports of a blast radius: its picture, sized by its content rather than by the window, and its tables. */
import { impactBands } from '@/client/impactColumns/impactBands';
import { columnsLook } from '@/client/impactColumns/columnsLook';
import { columnsPicture } from '@/client/impactColumns/columnsPicture';
import { placeBands } from '@/client/impactColumns/placeBands';
import { pictureExports, type Exported } from '@/client/pictureExports';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { Look } from './blastRadiusAddress';
import { impactTables } from './impactTables';

const SHEET = { width: 1_600, height: 1_100 };

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
  const paper = paletteOf('light');
  return pictureExports({
    draw: drawer(look, columns, failingNow),
    title: direction === 'downstream' ? `What breaks if ${entity.name} fails` : `What could make ${entity.name} fail`,
    note: `Landscape version ${landscapeVersion}`,
    legend: [...HEALTH_STATES].reverse().map((state) => ({ colour: paper.states[state], label: state })),
    fileName: `blast-radius-${entity.technicalName}`,
    tables: impactTables(answer, readWhole),
  });
}

function drawer(look: Look, columns: ImpactColumns | undefined, failingNow: ReadonlySet<string>): Exported['draw'] {
  const paper = paletteOf('light');
  if (look === 'table' || columns === undefined) return null;
  return () => {
    const placed = placeBands((cardBands) => impactBands(columns, { failingNow }, cardBands), SHEET);
    return { picture: columnsPicture(placed, paper), look: columnsLook(paper) };
  };
}
