/** The ways in which a picture and its table leave the page, under names that say what they are of. */
import { notifications } from '@mantine/notifications';
import type { RefObject } from 'react';
import { saveFile } from '@/ui/saveFile';
import { csvText, type CsvCell } from '@/plain/csv';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { GraphHandle } from '@/ui/graph/GraphCanvas';
import { explain } from './failure';

export interface CsvTable {
  label: string;
  /** Without its ending. */
  fileName: string;
  head: readonly string[];
  /** May ask for what the page does not hold. */
  rows(): Promise<readonly (readonly CsvCell[])[]> | readonly (readonly CsvCell[])[];
}

function sayNoPicture(): void {
  notifications.show({
    color: 'red',
    title: 'Nothing was saved',
    message: 'The picture is not there yet, or is too large for this browser. SVG has no largest size.',
  });
}

/** `fileName` is that of the pictures, without an ending. */
export function usePictureExports(
  graph: RefObject<GraphHandle | null>,
  isPicture: boolean,
  background: string,
  fileName: string,
  tables: readonly CsvTable[],
): ExportChoice[] {
  const pictures: ExportChoice[] = [
    {
      label: 'Picture as PNG',
      onClick: () =>
        void graph.current
          ?.png(background)
          .then((blob) => (blob === null ? sayNoPicture() : saveFile(`${fileName}.png`, blob)), sayNoPicture),
    },
    {
      label: 'Picture as SVG',
      onClick: () => {
        const text = graph.current?.svg(background) ?? '';
        if (text === '') sayNoPicture();
        else saveFile(`${fileName}.svg`, new Blob([text], { type: 'image/svg+xml' }));
      },
    },
  ];
  return [
    ...(isPicture ? pictures : []),
    ...tables.map(({ label, fileName: name, head, rows }) => ({
      label,
      onClick: () =>
        void Promise.resolve(rows()).then(
          (all) => saveFile(`${name}.csv`, new Blob([csvText(head, all)], { type: 'text/csv;charset=utf-8' })),
          (error: unknown) => notifications.show({ color: 'red', title: 'Nothing was saved', message: explain(error) }),
        ),
    })),
  ];
}
