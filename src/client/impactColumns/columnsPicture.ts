/** Converts placed columns to a canvas picture: a card with its title, facts and rows, headings, and the lines between. Pure. */
import type { CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { stateImage } from '@/client/symbols/nodeImage';
import type { HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { linesAtRest } from './linesBetween';
import { ITEM_PADDING, ROW_INSET, WIDE_ENOUGH_FOR_WORDS } from './metrics';
import { isMarked, type BandRow } from './bands';
import type { PlacedItem, PlacedBands } from './placeBands';

/** The label of rows that are reporting trouble themselves. */
export const NOW = 'now';

/** The label of what only several failures together cause. */
const TOGETHER = 'together';

export function columnsPicture(placed: PlacedBands, palette: CanvasPalette): CanvasPicture {
  return {
    size: placed.size,
    nodes: [...placed.headings.map(headingNode), ...placed.items.flatMap((item) => itemNodes(item, palette))],
    lines: linesAtRest(placed),
  };
}

function headingNode({ text, box }: PlacedBands['headings'][number], at: number): CanvasNode {
  return { id: `heading ${at}`, layer: 'title', box, label: text, classes: ['heading'], chooses: null };
}

function itemNodes(placed: PlacedItem, palette: CanvasPalette): CanvasNode[] {
  const { item, box, aside, titleHeight, facts, rows, hiddenRows, moreHeight, barHeight } = placed;
  const { id, kind, state } = item;
  const look = [kind, state === null ? 'state-none' : `state-${state}`, ...(item.isOnlyTogether === true ? ['together'] : [])];
  // Undefined: the node can be selected by keys too, as itself.
  const own = item.subjectId === id ? {} : { chooses: item.subjectId };
  const chooses = item.subjectId;
  let y = box.y + ITEM_PADDING;
  const part = (height: number): CanvasNode['box'] => {
    const at = { x: box.x + ROW_INSET, y, width: box.width - 2 * ROW_INSET, height };
    y += height;
    return at;
  };
  const isHealthyInside = kind === 'card' && state === 'Healthy' && item.facts.length > 0;
  const icon = state === null || isHealthyInside ? undefined : iconOf(state, kind === 'cause', palette);
  const nodes: CanvasNode[] = [
    { id, layer: 'card', box, label: '', classes: ['item', ...look], ...own },
    {
      id: `${id} title`,
      layer: 'title',
      box: part(titleHeight),
      label: item.title,
      ...(aside === '' ? {} : { aside }),
      ...(icon === undefined ? {} : { icon }),
      classes: ['title', ...look],
      chooses,
    },
  ];
  if (item.bar !== null) nodes.push(...barNodes(id, item.bar, part(barHeight), chooses));
  facts.forEach(({ text, isStrong, height }, at) => {
    nodes.push({
      id: `${id} fact ${at}`,
      layer: 'row',
      box: part(height),
      label: text,
      classes: [isStrong ? 'strong' : 'fact', ...look],
      chooses,
    });
  });
  for (const { index, height } of rows) nodes.push(rowNode(placed, item.rows[index]!, part(height), palette));
  if (moreHeight > 0) {
    const label = `${countOf(hiddenRows, 'more', 'more')}`;
    nodes.push({ id: `${id} more`, layer: 'row', box: part(moreHeight), label, classes: ['more-row', ...look], chooses });
  }
  return nodes;
}

function rowNode(
  { item: { kind, state }, box: around }: PlacedItem,
  row: BandRow,
  box: CanvasNode['box'],
  palette: CanvasPalette,
): CanvasNode {
  const word = around.width >= WIDE_ENOUGH_FOR_WORDS && row.state !== state ? row.state : '';
  const note = row.isFailingNow ? NOW : row.isOnlyTogether === true ? TOGETHER : word;
  return {
    id: row.id,
    layer: 'row',
    box,
    label: row.label,
    ...(note === '' ? {} : { aside: note }),
    icon: iconOf(row.state, kind === 'cause', palette),
    classes: ['row', `state-${row.state}`, kind, ...(isMarked(row) ? ['now'] : [])],
    ...(kind === 'ground' ? { chooses: null } : {}),
  };
}

const BAR_INSET = 8;
const BAR_BELOW = 4;

/** Shares side by side, as wide as their counts say. */
function barNodes(id: string, bar: NonNullable<PlacedItem['item']['bar']>, box: CanvasNode['box'], chooses: string | null): CanvasNode[] {
  const total = bar.reduce((sum, { count }) => sum + count, 0);
  const width = box.width - 2 * BAR_INSET;
  let x = box.x + BAR_INSET;
  return bar.flatMap(({ state, count }) => {
    if (count === 0) return [];
    const share = { x, y: box.y, width: (width * count) / total, height: box.height - BAR_BELOW };
    x += share.width;
    const classes = ['bar', `state-${state ?? 'none'}`];
    return [{ id: `${id} bar ${state ?? 'rest'}`, layer: 'row' as const, box: share, label: '', classes, chooses }];
  });
}

function iconOf(health: HealthState, isOnState: boolean, palette: CanvasPalette): string {
  return stateImage({ health, isUnderMaintenance: false }, palette, isOnState ? palette.onState : undefined) ?? '';
}
