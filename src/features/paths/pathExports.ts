/** Exports of found paths: their picture, a row for each path, and a table of their steps. */
import type { CanvasLook } from '@/canvas/model/look';
import type { CanvasLine, CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import { columnsLook } from '@/client/impactColumns/columnsLook';
import { pictureExports } from '@/client/pictureExports';
import { paletteOf, type CanvasPalette } from '@/client/symbols/canvasPalette';
import { MODE_DASHES } from '@/client/symbols/edgeStyles';
import { kindImage, stateImage } from '@/client/symbols/nodeImage';
import type { ImpactPaths } from '@/contract/impactPath';
import { DEPENDENCY_MODES, HEALTH_STATES } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { ExportChoice } from '@/ui/ExportMenu';
import { stopsOf, type PathStop } from './pathStops';

const CARD = { width: 210, height: 44 };
const GAP = 230;
const WORDS = 30;
const HEADING = 24;
/** From one row to the next: heading, words, card, words, and room. */
const ROW = HEADING + 2 * WORDS + CARD.height + 20;

/** Empty while there is nothing to draw. */
export function pathExports(names: { source: string; target: string }, found: ImpactPaths | undefined): ExportChoice[] {
  const ways = (found?.paths ?? []).map(stopsOf).filter((stops) => stops.length > 0);
  if (ways.length === 0) return [];
  const paper = paletteOf('light');
  return pictureExports({
    draw: () => ({ picture: pathsPicture(ways, paper), look: pathsLook(paper) }),
    title: `How a failure of ${names.source} reaches ${names.target}`,
    note: found?.hasMore === true ? `The ${ways.length} shortest paths` : '',
    legend: [...HEALTH_STATES].reverse().map((state) => ({ colour: paper.states[state], label: state })),
    fileName: 'paths',
    tables: [
      {
        title: 'Paths',
        fileName: 'paths',
        head: ['path', 'step', 'component', 'kind', 'expectedState', 'dependency'],
        rows: () =>
          ways.flatMap((stops, way) => stops.map(({ name, kind, state, by }, step) => [way + 1, step, name, kind, state, by?.words ?? ''])),
      },
    ],
  });
}

/** A row for each path, from what fails on the left to what it reaches on the right. */
export function pathsPicture(ways: readonly (readonly PathStop[])[], palette: CanvasPalette): CanvasPicture {
  const rows = ways.map((stops, way) => rowOf(stops, way, palette));
  const most = Math.max(...ways.map((stops) => stops.length));
  return {
    size: { width: most * CARD.width + (most - 1) * GAP, height: ways.length * ROW },
    nodes: rows.flatMap(({ nodes }) => nodes),
    lines: rows.flatMap(({ lines }) => lines),
  };
}

function rowOf(stops: readonly PathStop[], way: number, palette: CanvasPalette): { nodes: CanvasNode[]; lines: CanvasLine[] } {
  const top = way * ROW;
  const middle = top + HEADING + WORDS + CARD.height / 2;
  const heading = { x: 0, y: top, width: CARD.width, height: HEADING };
  const nodes: CanvasNode[] = [
    { id: `${way}`, layer: 'title', box: heading, label: `Path ${way + 1}: ${countOf(stops.length - 1, 'hop')}`, classes: ['heading'] },
  ];
  const lines: CanvasLine[] = [];
  stops.forEach(({ id, name, kind, state, by }, at) => {
    const x = at * (CARD.width + GAP);
    const mark = stateImage({ health: state, isUnderMaintenance: false }, palette);
    nodes.push({
      id: `${way} ${id}`,
      layer: 'card',
      box: { x, y: middle - CARD.height / 2, ...CARD },
      label: name,
      aside: state,
      icon: kindImage(kind, palette.icon),
      ...(mark === null ? {} : { mark }),
      classes: ['item', `state-${state}`],
    });
    if (by === null) return;
    const gap = { x: x - GAP, width: GAP, height: WORDS };
    nodes.push(
      { id: `${way} ${by.id} by`, layer: 'mark', box: { ...gap, y: middle - 6 - WORDS }, label: by.words, classes: ['fact'] },
      { id: `${way} ${by.id} does`, layer: 'mark', box: { ...gap, y: middle + 6 }, label: by.outcome, classes: ['fact'] },
    );
    lines.push({
      id: `${way} ${by.id}`,
      from: `${way} ${stops[at - 1]!.id}`,
      to: `${way} ${id}`,
      points: [
        { x: x - GAP, y: middle },
        { x: x - 2, y: middle },
      ],
      classes: [`mode-${by.mode}`, ...(by.passes ? [] : ['blocked'])],
    });
  });
  return { nodes, lines };
}

function pathsLook(palette: CanvasPalette): CanvasLook {
  return {
    ...columnsLook(palette),
    line: ({ classes }) => {
      const mode = DEPENDENCY_MODES.find((one) => classes.includes(`mode-${one}`));
      const dashes = mode === undefined ? null : MODE_DASHES[mode];
      return { colour: palette.text, width: 1.6, dashes, head: classes.includes('blocked') ? 'bar' : 'filled', headAt: 'to', opacity: 1 };
    },
  };
}
