/** Columns for a file: laid out for the sheet rather than the window, with their legend and in words; by default in light colours. Pure. */
import type { CanvasPicture } from '@/canvas/model/picture';
import type { Drawn, SheetShape } from '@/client/pictureExports';
import { paletteOf, type CanvasPalette } from '@/client/symbols/canvasPalette';
import { squareImage, stateImage } from '@/client/symbols/nodeImage';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { Bands } from './bands';
import { columnsLook } from './columnsLook';
import { columnsPicture } from './columnsPicture';
import { placeBands, type PlacedBands, type PlacedItem } from './placeBands';

const SHEETS: Readonly<Record<SheetShape, { width: number; height: number }>> = {
  sheet: { width: 1_600, height: 1_100 },
  slide: { width: 1_600, height: 780 },
};

export function columnsSheet(
  bandsIn: (cardBands: number) => Bands,
  paper: CanvasPalette = paletteOf('light'),
): (shape: SheetShape) => Drawn {
  return (shape) => {
    const placed = placeBands(bandsIn, SHEETS[shape]);
    const picture = columnsPicture(placed, paper);
    return { picture, look: columnsLook(paper), legend: columnsLegend(picture, paper), words: columnsWords(placed) };
  };
}

/** The states that a picture shows, worst first. */
export function statesIn({ nodes }: CanvasPicture): HealthState[] {
  const shown = new Set(nodes.flatMap(({ classes }) => classes));
  return [...HEALTH_STATES].reverse().filter((state) => shown.has(`state-${state}`));
}

function columnsLegend(picture: CanvasPicture, palette: CanvasPalette): NonNullable<Drawn['legend']> {
  const states = statesIn(picture).map((state) => ({
    colour: palette.states[state],
    label: state,
    icon: stateImage({ health: state, isUnderMaintenance: false }, palette) ?? squareImage(palette.states[state]),
  }));
  const cause = picture.nodes.find(({ classes }) => classes.includes('cause') && classes.includes('item'));
  const filled = cause === undefined ? null : columnsLook(palette).node(cause).fill;
  return filled === null ? states : [...states, { colour: filled, label: 'Filled: fails by itself' }];
}

/** Below each heading, a line for each card: its name and state, what it says, and its rows. */
export function columnsWords({ whole, items }: PlacedBands): { heading: string; items: string[] }[] {
  const headings = whole.bands.map(({ heading }) => heading).filter((heading) => heading !== '');
  return headings.map((heading, at) => ({
    heading,
    items: items.filter(({ band }) => band === at).map(itemWords),
  }));
}

function itemWords({ item, rows, hiddenRows }: PlacedItem): string {
  const { title, state, facts, kind, aside } = item;
  const own = [...(state === null ? [] : [state]), ...(kind === 'group' ? [aside] : []), ...facts.map(({ text }) => text)];
  const named = rows.map(({ index }) => `${item.rows[index]!.label} (${item.rows[index]!.state})`);
  const more = hiddenRows > 0 && kind === 'card' ? [countOf(hiddenRows, 'more component', 'more components')] : [];
  const inside = [...named, ...more];
  const said = [...new Set(own)].join(', ');
  return `${title}${said === '' ? '' : `: ${said}`}${inside.length === 0 ? '' : `. ${inside.join(', ')}`}`;
}
