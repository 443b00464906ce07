/** The ways in which a picture and its table leave the page, under names that say what they are of. */
import type { RefObject } from 'react';
import { saveFile } from '@/ui/saveFile';
import { csvText, type CsvCell } from '@/ui/csv';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { GraphHandle } from '@/ui/graph/GraphCanvas';

export interface CsvTable {
  label: string;
  /** Without its ending. */
  fileName: string;
  head: readonly string[];
  /** May ask for what the page does not hold. */
  rows(): Promise<readonly (readonly CsvCell[])[]> | readonly (readonly CsvCell[])[];
}

/** `fileName` is that of the pictures, without an ending. */
export function pictureExports(graph: RefObject<GraphHandle | null>, isPicture: boolean, background: string, fileName: string, tables: readonly CsvTable[]): ExportChoice[] {
  const pictures: ExportChoice[] = [
    {
      label: 'Picture as PNG',
      onClick: () => void graph.current?.png(background).then((blob) => blob !== null && saveFile(`${fileName}.png`, blob)),
    },
    {
      label: 'Picture as SVG',
      onClick: () => saveFile(`${fileName}.svg`, new Blob([graph.current?.svg(background) ?? ''], { type: 'image/svg+xml' })),
    },
  ];
  return [
    ...(isPicture ? pictures : []),
    ...tables.map(({ label, fileName: name, head, rows }) => ({
      label,
      onClick: () => void Promise.resolve(rows()).then((all) => saveFile(`${name}.csv`, new Blob([csvText(head, all)], { type: 'text/csv;charset=utf-8' }))),
    })),
  ];
}
