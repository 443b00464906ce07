/** Converts placed columns to a canvas picture: a card with its title, facts and rows, headings, and the lines between. Pure. */
import type { CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { stateImage } from '@/client/symbols/nodeImage';
import type { HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { linesAtRest } from './linesBetween';
import { ITEM_PADDING, WIDE_ENOUGH_FOR_WORDS } from './metrics';
import type { PlacedItem, PlacedBands } from './placeBands';

/** The label of rows that are reporting trouble themselves. */
export const NOW = 'now';

/** The label of what only several failures together cause. */
const TOGETHER = 'together';

/** Rows are filled; this leaves the border of their card visible. */
const BORDER = 1;

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

function itemNodes(
  { item, box, aside, titleHeight, facts, rows, hiddenRows, moreHeight }: PlacedItem,
  palette: CanvasPalette,
): CanvasNode[] {
  const { id, kind, state } = item;
  const look = [kind, state === null ? 'state-none' : `state-${state}`, ...(item.isOnlyTogether === true ? ['together'] : [])];
  const chooses = kind === 'more' || kind === 'ground' ? null : id;
  let y = box.y + ITEM_PADDING;
  const part = (height: number): CanvasNode['box'] => {
    const at = { x: box.x + BORDER, y, width: box.width - 2 * BORDER, height };
    y += height;
    return at;
  };
  const icon = state === null ? undefined : iconOf(state, kind === 'cause', palette);
  const nodes: CanvasNode[] = [
    { id, layer: 'card', box, label: '', classes: ['item', ...look], chooses },
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
  for (const { index, height } of rows) {
    const row = item.rows[index]!;
    const word = box.width >= WIDE_ENOUGH_FOR_WORDS && row.state !== state ? row.state : '';
    const note = row.isFailingNow ? NOW : row.isOnlyTogether === true ? TOGETHER : word;
    nodes.push({
      id: row.id,
      layer: 'row',
      box: part(height),
      label: row.label,
      ...(note === '' ? {} : { aside: note }),
      icon: iconOf(row.state, kind === 'cause', palette),
      classes: ['row', `state-${row.state}`, kind, ...(row.isFailingNow || row.isOnlyTogether === true ? ['now'] : [])],
      ...(kind === 'ground' ? { chooses: null } : {}),
    });
  }
  if (moreHeight > 0) {
    const label = `${countOf(hiddenRows, 'more', 'more')}`;
    nodes.push({ id: `${id} more`, layer: 'row', box: part(moreHeight), label, classes: ['more-row', ...look], chooses });
  }
  return nodes;
}

function iconOf(health: HealthState, isOnState: boolean, palette: CanvasPalette): string {
  return stateImage({ health, isUnderMaintenance: false }, palette, isOnState ? palette.onState : undefined) ?? '';
}
