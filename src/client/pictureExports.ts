/** The exports of a picture and its table, with file names that say what they show. */
import type { HtmlFile } from '@/canvas/export/toHtml';
import type { Caption, SvgFile } from '@/canvas/export/toSvg';
import type { CanvasLook } from '@/canvas/model/look';
import type { CanvasPicture } from '@/canvas/model/picture';
import { csvText, type CsvCell } from '@/plain/csv';
import type { Figure } from '@/ui/FigureTiles';
import type { ExportChoice } from '@/ui/ExportMenu';
import { later } from '@/ui/later';
import { saveFile } from '@/ui/saveFile';
import { notify } from '@/ui/notify';
import { explain } from './failure';
import { paletteOf } from './symbols/canvasPalette';

export interface CsvTable {
  title: string;
  /** Without the extension. */
  fileName: string;
  head: readonly string[];
  /** May load what is not on the page. */
  rows(): Promise<readonly (readonly CsvCell[])[]> | readonly (readonly CsvCell[])[];
}

export type SheetShape = 'sheet' | 'slide';

export interface Drawn {
  picture: CanvasPicture;
  look: CanvasLook;
  /** Instead of that of all pictures of this kind: the signs that this one has. */
  legend?: Caption['legend'];
  /** What it says, for readers of the page to keep offline. */
  words?: HtmlFile['words'];
}

export interface Exported {
  /** In light colours, whatever the theme, and drawn only on export; null while there is no picture. */
  draw: ((shape: SheetShape) => Drawn) | null;
  /** Whether `draw` can lay the picture out for a slide: then files of sixteen to nine are offered too. */
  hasSlide?: boolean;
  /** The headline figures of the page. */
  figures?: readonly Figure[];
  title: string;
  /** For example the landscape version; the date is added. */
  note: string;
  legend: Caption['legend'];
  /** The picture's file name, without the extension. */
  fileName: string;
  tables: readonly CsvTable[];
}

const svgFiles = later(() => import('@/canvas/export/toSvg'));
const pngFiles = later(() => import('@/canvas/export/toPng'));
const pdfFiles = later(() => import('@/canvas/export/toPdf'));
const htmlFiles = later(() => import('@/canvas/export/toHtml'));
const mermaidFiles = later(() => import('@/canvas/export/toMermaid'));
const dotFiles = later(() => import('@/canvas/export/toDot'));

function sayNothingSaved(message: string): void {
  notify({ color: 'red', title: 'Nothing was saved', message });
}

const TOO_LARGE = 'The picture is too large for this browser to export as PNG or PDF. Use SVG instead.';

/** Pictures first, then tables. */
export function pictureExports(exported: Exported): ExportChoice[] {
  const { tables } = exported;
  const choice = (label: string, save: () => Promise<void> | void): ExportChoice => ({
    label,
    onClick: () =>
      void Promise.resolve()
        .then(save)
        .catch((error: unknown) => sayNothingSaved(explain(error))),
  });
  return [...pictureChoices(exported, choice), ...tables.map((table) => choice(`${table.title} as CSV`, () => saveTable(table)))];
}

function pictureChoices(
  { draw, hasSlide = false, title, note, figures = [], legend, fileName, tables }: Exported,
  choice: (label: string, save: () => Promise<void> | void) => ExportChoice,
): ExportChoice[] {
  if (draw === null) return [];
  const { text: colour, dimmed } = paletteOf('light');
  const noteNow = (): string => {
    const when = new Date().toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
    return note === '' ? when : `${when} · ${note}`;
  };
  const svg = async (shape: SheetShape): Promise<SvgFile> => {
    const { picture, look, legend: own = legend } = draw(shape);
    const { toSvg } = await svgFiles();
    const isWide = shape === 'slide';
    return toSvg(picture, look, { title, note: noteNow(), figures, legend: own, colour, dimmed, isWide });
  };
  /** The page says title, date and figures itself. */
  const page = async () => {
    const { picture, look, legend: own = legend, words } = draw('sheet');
    const { toSvg } = await svgFiles();
    return { svg: toSvg(picture, look, { title: '', note: '', legend: own, colour, dimmed }), ...(words === undefined ? {} : { words }) };
  };
  const saveText = (ending: string, type: string, text: string, more = ''): void =>
    saveFile(`${fileName}${more}.${ending}`, new Blob([text], { type }));
  const saveBitmap = (ending: string, blob: Blob | null, more = ''): void => {
    if (blob === null) sayNothingSaved(TOO_LARGE);
    else saveFile(`${fileName}${more}.${ending}`, blob);
  };
  return [
    choice('Picture as PNG', async () => saveBitmap('png', await (await pngFiles()).toPng(await svg('sheet')))),
    choice('Picture as SVG', async () => saveText('svg', 'image/svg+xml', (await svg('sheet')).text)),
    choice('Picture as PDF', async () => saveBitmap('pdf', await (await pdfFiles()).toPdf(await svg('sheet'), title))),
    ...(hasSlide
      ? [
          choice('Slide, 16:9, as PNG', async () => saveBitmap('png', await (await pngFiles()).toPng(await svg('slide')), '-slide')),
          choice('Slide, 16:9, as SVG', async () => saveText('svg', 'image/svg+xml', (await svg('slide')).text, '-slide')),
        ]
      : []),
    choice('Page to keep offline (HTML)', async () => {
      const read = await Promise.all(tables.map(async ({ title: of, head, rows }) => ({ title: of, head, rows: await rows() })));
      const { toHtml } = await htmlFiles();
      saveText('html', 'text/html', toHtml({ title, note: noteNow(), figures, ...(await page()), tables: read }));
    }),
    choice('Diagram as Mermaid', async () => saveText('mmd', 'text/plain', (await mermaidFiles()).toMermaid(draw('sheet').picture, title))),
    choice('Diagram as DOT', async () => saveText('dot', 'text/plain', (await dotFiles()).toDot(draw('sheet').picture, title))),
  ];
}

async function saveTable({ fileName, head, rows }: CsvTable): Promise<void> {
  saveFile(`${fileName}.csv`, new Blob([csvText(head, await rows())], { type: 'text/csv;charset=utf-8' }));
}
