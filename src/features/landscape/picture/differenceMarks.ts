/** How a picture shows differences between two instants: a word, a sign and a class. Pure. */
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { differenceImage } from '@/client/symbols/nodeImage';
import type { CanvasLine, CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import type { Difference } from '@/contract/landscapeDifferences';
import type { Picture, PictureDifferences, PictureMarks } from '@/contract/picture';
import { DIFFERENCES } from '@/contract/values/picture';
import { formatNumber } from '@/plain/counts';
import { toCanvas } from './toCanvas';

export const DIFFERENCE_WORDS: Readonly<Record<Difference, string>> = { appeared: 'New', vanished: 'Gone', changed: 'Changed' };
export const DIFFERENCE_SIGNS: Readonly<Record<Difference, string>> = { appeared: '+', vanished: '−', changed: '~' };

type Counts = Readonly<Record<Difference, number>> & { count: number };

/** Green, red and amber; here they say nothing about health. */
export function differenceColour(difference: Difference, { states }: CanvasPalette): string {
  return { appeared: states.Healthy, vanished: states.Outage, changed: states.Warning }[difference];
}

/** For example "+2 −1 ~3"; zeros are left out. */
export function signedCounts(counts: Counts): string {
  return DIFFERENCES.flatMap((difference) =>
    counts[difference] === 0 ? [] : [`${DIFFERENCE_SIGNS[difference]}${formatNumber(counts[difference])}`],
  ).join(' ');
}

/** The one difference that applies to everything counted; null if they differ or some did not change. */
export function wholly(counts: Counts): Difference | null {
  return DIFFERENCES.find((difference) => counts[difference] === counts.count) ?? null;
}

/** The entries for the caption of an exported file. */
export function differenceEntries(palette: CanvasPalette): { colour: string; label: string }[] {
  return DIFFERENCES.map((difference) => ({
    colour: differenceColour(difference, palette),
    label: `${DIFFERENCE_WORDS[difference]} (${DIFFERENCE_SIGNS[difference]})`,
  }));
}

interface Marked {
  data: Picture;
  marks: PictureMarks | undefined;
  /** Set for a comparison, which has no other marks. */
  differences: PictureDifferences | undefined;
}

export function markedPicture({ data, marks, differences }: Marked, palette: CanvasPalette): CanvasPicture {
  const plain = toCanvas(data, marks, palette);
  return differences === undefined ? plain : withDifferences(plain, differences, palette);
}

/** A tile has no room for a word: what is gone is hollow, the others are filled. */
function differentTile(node: CanvasNode, difference: Difference, palette: CanvasPalette): CanvasNode {
  const fill = difference === 'vanished' ? {} : { fill: differenceColour(difference, palette) };
  return { ...node, ...fill, classes: [...node.classes, `diff-${difference}`] };
}

/** The same picture with differences marked. Unchanged things keep their look, without colours. */
function withDifferences(picture: CanvasPicture, { marks, lines }: PictureDifferences, palette: CanvasPalette): CanvasPicture {
  const byId = new Map(marks.map((mark) => [mark.id, mark]));
  const lineById = new Map(lines.map((line) => [line.id, line]));
  const nodeOf = (node: CanvasNode): CanvasNode => {
    const mark = byId.get(node.chooses === undefined || node.layer !== 'title' ? node.id : (node.chooses ?? node.id));
    if (mark !== undefined && node.classes.includes('tile')) return differentTile(node, mark.own ?? wholly(mark) ?? 'changed', palette);
    if (mark === undefined || node.label === '') return node;
    const isOne = mark.count === 1 && node.layer === 'row';
    const difference = mark.own ?? (isOne || node.layer === 'row' ? wholly(mark) : null);
    const words = isOne && difference !== null ? DIFFERENCE_WORDS[difference] : signedCounts(mark);
    const own = !isOne && mark.own !== null ? DIFFERENCE_WORDS[mark.own] : '';
    const aside = [own, words].filter((word) => word !== '').join(' ');
    return {
      ...node,
      aside,
      ...(difference === null ? {} : { mark: differenceImage(difference, differenceColour(difference, palette)) }),
      classes: [...node.classes, `diff-${difference ?? 'mixed'}`],
    };
  };
  const lineOf = (line: CanvasLine): CanvasLine => {
    const mark = lineById.get(line.id);
    if (mark === undefined) return line;
    return { ...line, label: signedCounts(mark), classes: [...line.classes, `diff-${wholly(mark) ?? 'mixed'}`] };
  };
  return { ...picture, nodes: picture.nodes.map(nodeOf), lines: picture.lines.map(lineOf) };
}
