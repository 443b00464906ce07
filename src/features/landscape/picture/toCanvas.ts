/** Converts a laid-out picture and its marks to what the canvas draws. Pure: the server decides positions, `landscapeLook` colours. */
import { softened, type CanvasPalette } from '@/client/symbols/canvasPalette';
import { edgeClasses } from '@/client/symbols/edgeStyles';
import { kindImage, squareImage, stateImage } from '@/client/symbols/nodeImage';
import type { Box, CanvasLine, CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import type { Picture, PictureCard, PictureLine, PictureMark as Mark, PictureMarks, PictureRow } from '@/contract/picture';
import { moreId } from '@/contract/values/picture';
import { countOf, formatNumber } from '@/plain/counts';
import { colourOf, legendColour, shortColourWord } from './colourWords';

const TITLE = 'title ';

export function titleId(cardId: string): string {
  return `${TITLE}${cardId}`;
}

/** The nodes of a card's shares, of which at most as many are drawn as a legend has entries. */
export function shareNodesOf({ id, shares }: Pick<PictureCard, 'id' | 'shares'>): string[] {
  return shares === null ? [] : Array.from({ length: MOST_SHARES }, (_, place) => shareId(id, place));
}

const MOST_SHARES = 12;

function shareId(cardId: string, place: number): string {
  return `share ${place} ${cardId}`;
}

/** Without marks, which load a moment later, everything is drawn plain. */
export function toCanvas(picture: Picture, marks: PictureMarks | undefined, palette: CanvasPalette): CanvasPicture {
  const byId = new Map((marks?.marks ?? []).map((mark) => [mark.id, mark]));
  const failing = new Set(marks?.colourBy === 'health' ? marks.failing : []);
  const drawing: Drawing = { byId, marks, palette, isFocus: picture.level === 'focus' };
  return {
    size: picture.size,
    nodes: [
      ...picture.headings.map(headingNode),
      ...picture.cards.flatMap((card) => cardNodes(card, drawing)),
      ...picture.boxes.map((box) => rowNode({ ...box, count: 1 }, 'box', drawing)),
      ...picture.stacks.map(({ id, name, kind, box }) => stackNode(id, name, kind, box, drawing)),
    ],
    lines: picture.lines.map((line) => lineOf(line, failing)),
  };
}

interface Drawing {
  byId: ReadonlyMap<string, Mark>;
  marks: PictureMarks | undefined;
  palette: CanvasPalette;
  isFocus: boolean;
}

function cardNodes(card: PictureCard, drawing: Drawing): CanvasNode[] {
  const { id, title, box, rows, more, isOpen, titleHeight, shares } = card;
  const mark = drawing.byId.get(id);
  const isGroup = shares !== null;
  const classes = [isOpen ? 'frame' : isGroup ? 'group' : 'card', ...healthClasses(mark, drawing)];
  return [
    { id, layer: isOpen ? 'frame' : 'card', box, label: '', classes },
    {
      id: titleId(id),
      layer: 'title',
      box: { ...box, height: titleHeight },
      label: title,
      aside: cardAside(card, mark, drawing),
      // In the colour of a state, the count of a group would seem to be that of what is in it.
      classes: ['title', ...(isGroup ? [] : healthClasses(mark, drawing))],
      chooses: id,
    },
    ...(isGroup ? shareNodes(id, shares, mark, drawing) : []),
    ...rows.map((row) => (isGroup ? cellNode(row, drawing) : rowNode(row, 'row', drawing))),
    ...(more === null ? [] : [moreNode(id, more, drawing)]),
  ];
}

/** On a map the shares say how much of it is affected. */
function cardAside({ count, shares }: PictureCard, mark: Mark | undefined, { marks }: Drawing): string {
  if (shares === null && marks?.colourBy === 'health' && mark !== undefined && mark.unhealthy > 0)
    return `${formatNumber(mark.unhealthy)} of ${formatNumber(count)}`;
  return formatNumber(count);
}

function moreNode(cardId: string, { count, box }: { count: number; box: Box }, drawing: Drawing): CanvasNode {
  const mark = drawing.byId.get(moreId(cardId));
  const isAffected = drawing.marks?.colourBy === 'health' && mark !== undefined && mark.unhealthy > 0;
  return {
    id: moreId(cardId),
    layer: 'row',
    box,
    label: `${formatNumber(count)} more`,
    ...(isAffected ? { aside: `${formatNumber(mark.unhealthy)} affected` } : {}),
    classes: ['more', ...healthClasses(mark, drawing)],
    // In a focus it opens by itself.
    ...(drawing.isFocus ? {} : { chooses: cardId }),
  };
}

/** The shares of a group's components by colour, side by side; those without a colour leave the rest empty. */
function shareNodes(cardId: string, box: Box, mark: Mark | undefined, { marks, palette }: Drawing): CanvasNode[] {
  const whole = mark?.shares.reduce((sum, { count }) => sum + count, 0) ?? 0;
  if (mark === undefined || marks === undefined || whole === 0) return [];
  let x = box.x;
  return mark.shares.slice(0, MOST_SHARES).map(({ colour, count }, place) => {
    const width = (box.width * count) / whole;
    const fill = legendColour(marks, colour, palette) ?? palette.box;
    const node: CanvasNode = {
      id: shareId(cardId, place),
      layer: 'row',
      box: { ...box, x, width },
      label: '',
      fill,
      classes: ['share'],
      chooses: cardId,
    };
    x += width;
    return node;
  });
}

/** A cell of a map. A tile has no room for a name: its colour and its tooltip say what it is. */
function cellNode({ id, name, isNamed, isExternal, box }: PictureRow, drawing: Drawing): CanvasNode {
  const mark = drawing.byId.get(id);
  const { marks, palette } = drawing;
  const isHealth = marks?.colourBy === 'health';
  const colour = marks === undefined || mark === undefined || isHealth ? null : colourOf(marks, mark.colour, palette);
  const image = isHealth && mark !== undefined ? stateImage(mark, palette, mark.isCause ? palette.onState : undefined) : null;
  return {
    id,
    layer: 'row',
    box,
    label: isNamed ? name : '',
    ...(isNamed && image !== null ? { mark: image } : {}),
    ...(colour === null ? {} : { fill: isNamed ? softened(colour, palette) : colour }),
    classes: ['cell', ...(isNamed ? [] : ['tile']), ...(isExternal ? ['external'] : []), ...healthClasses(mark, drawing)],
  };
}

type Row = Pick<PictureRow, 'id' | 'name' | 'kind' | 'isExternal' | 'count' | 'box'>;

function rowNode({ id, name, kind, isExternal, count, box }: Row, look: 'row' | 'box', drawing: Drawing): CanvasNode {
  const mark = drawing.byId.get(id);
  const isCause = drawing.marks?.colourBy === 'health' && mark?.isCause === true;
  const colour = isCause ? drawing.palette.onState : drawing.palette.icon;
  return {
    id,
    layer: 'row',
    box,
    label: name,
    ...(kind === 'Application' ? {} : { icon: kindImage(kind, colour) }),
    ...signsOf(mark, kind === 'Application' ? formatNumber(count) : '', drawing),
    classes: [look, ...(isExternal ? ['external'] : []), ...healthClasses(mark, drawing)],
  };
}

function stackNode(id: string, name: string, kind: Exclude<PictureRow['kind'], 'Application'>, box: Box, drawing: Drawing): CanvasNode {
  const mark = drawing.byId.get(id);
  return {
    id,
    layer: 'row',
    box,
    label: name,
    icon: kindImage(kind, drawing.palette.icon),
    ...signsOf(mark, '', drawing),
    classes: ['box', 'stack', ...healthClasses(mark, drawing)],
  };
}

/** The text and sign at the right end: the state as a word if something is wrong, else only its sign; or the label of another colouring. */
function signsOf(mark: Mark | undefined, plain: string, { marks, palette }: Drawing): Pick<CanvasNode, 'aside' | 'mark'> {
  const aside = plain === '' ? {} : { aside: plain };
  if (mark === undefined || marks === undefined) return aside;
  if (marks.colourBy !== 'health') {
    const colour = colourOf(marks, mark.colour, palette);
    return { ...aside, ...(colour === null ? {} : { aside: shortColourWord(marks, mark), mark: squareImage(colour) }) };
  }
  const image = stateImage(mark, palette, mark.isCause ? palette.onState : undefined);
  const state = mark.isCause ? 'Cause' : mark.health === 'Healthy' || mark.health === 'Unreported' ? '' : mark.health;
  const word = [plain, state].filter((part) => part !== '').join(' ');
  return { ...(word === '' ? {} : { aside: word }), ...(image === null ? {} : { mark: image }) };
}

function healthClasses(mark: Mark | undefined, { marks }: Drawing): string[] {
  if (mark === undefined || marks?.colourBy !== 'health') return [];
  return [`health-${mark.health}`, ...(mark.isCause ? ['cause'] : [])];
}

/** Above a column of a focus. */
function headingNode({ hop, count, box }: Picture['headings'][number]): CanvasNode {
  const side = hop < 0 ? 'Depends on it' : 'It depends on';
  return {
    id: `heading ${hop}`,
    layer: 'row',
    box,
    label: hop === 0 ? 'In focus' : `${side} · ${countOf(Math.abs(hop), 'hop')}`,
    aside: formatNumber(count),
    classes: ['heading'],
    chooses: null,
  };
}

function lineOf({ id, from, to, count, look, points }: PictureLine, failing: ReadonlySet<string>): CanvasLine {
  return {
    id,
    from,
    to,
    points,
    ...(points.length === 0 ? { isCurved: true } : {}),
    ...(count > 1 ? { label: formatNumber(count) } : {}),
    classes: [...edgeClasses(look), ...(failing.has(id) ? ['failing'] : [])],
  };
}
