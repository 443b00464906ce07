/** The landscape for files and strangers: the picture as somebody looks at it, what it shows in words, and the lines on it as a table. Pure. */
import type { Drawn, Exported } from '@/client/pictureExports';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import type { PictureDifferences, PictureMark, PictureMarks } from '@/contract/picture';
import type { SharedAnswer } from '@/contract/shareLinks';
import { moreId } from '@/contract/values/picture';
import { countOf, formatNumber } from '@/plain/counts';
import { formatTimestamp } from '@/ui/formatTimestamp';
import { COLOUR_LABELS, legendEntries } from './picture/colourWords';
import { DIFFERENCE_WORDS, differenceEntries, markedPicture, signedCounts, wholly } from './picture/differenceMarks';
import { liveWords, SHOWN_HEALTH_WORDS } from './picture/healthWords';
import { landscapeLook } from './picture/landscapeLook';
import { filterWords, GROUPING_WORDS } from './picture/pictureWords';

type Shared = Extract<SharedAnswer, { page: 'landscape' }>;

export function landscapeSheet(shared: Shared, palette: CanvasPalette): Exported {
  const { picture } = shared;
  return {
    draw: () => drawn(shared, palette),
    title: titleOf(shared),
    note: [...aboutWords(shared), `Landscape version ${picture.landscapeVersion}`].join(' · '),
    figures: figuresOf(shared),
    legend: [],
    fileName: 'landscape',
    tables: picture.lines.length === 0 ? [] : [linesTable(shared)],
  };
}

function drawn(shared: Shared, palette: CanvasPalette): Drawn {
  const { picture: data, marks, differences } = shared;
  const legend = differences !== null ? differenceEntries(palette) : marks === null || marks.withheld ? [] : legendEntries(marks, palette);
  return {
    picture: markedPicture({ data, marks: marks ?? undefined, differences: differences ?? undefined }, palette),
    look: landscapeLook(palette),
    legend,
    words: wordsOf(shared),
  };
}

function titleOf({ around }: Shared): string {
  if (around === null || around.names.length === 0) return 'Landscape';
  const names = around.names.join(', ');
  return around.hops === 0 ? `${names} in the landscape` : `Landscape around ${names}, up to ${countOf(around.hops, 'hop')}`;
}

function figuresOf({ picture: { counts, matching, omitted } }: Shared): NonNullable<Exported['figures']> {
  const notDrawn = omitted.lines === 0 ? '' : `${countOf(omitted.lines, 'weakest line')} not drawn`;
  return [
    { label: 'Components', value: formatNumber(matching.components), note: partNote(matching.components, counts.components) },
    {
      label: 'Dependencies',
      value: formatNumber(matching.dependencies),
      note: [partNote(matching.dependencies, counts.dependencies), notDrawn].filter((part) => part !== '').join(', '),
    },
  ];
}

function partNote(part: number, all: number): string {
  return part === all ? '' : `of ${formatNumber(all)}`;
}

/** How it is grouped, coloured, filtered and compared. */
function aboutWords({ picture: { grouping, level }, marks, filters, filterNames, at, since }: Shared): string[] {
  const isPast = at !== null || since !== null;
  const { health: _health, ...withoutHealth } = filters;
  return [
    ...(level === 'focus' || grouping === 'none' ? [] : [`Grouped by ${GROUPING_WORDS[grouping].toLowerCase()}`]),
    ...(since === null ? [] : [`Compared with ${formatTimestamp(since, false, true)}`]),
    ...colourWords(marks, since),
    ...filterWords(isPast ? withoutHealth : filters, filterNames),
  ];
}

function colourWords(marks: PictureMarks | null, since: string | null): string[] {
  if (marks === null) return since === null ? ['Without health, which is known only for the present'] : [];
  if (marks.withheld) return ['Without colours by cost'];
  return [`Coloured by ${COLOUR_LABELS[marks.colourBy].toLowerCase()}`];
}

/** Below the title of each card, a line for each thing in it. */
function wordsOf({ picture: { cards, boxes, stacks }, marks, differences }: Shared): NonNullable<Drawn['words']> {
  const said = sayer(marks, differences);
  const line = ({ id, name }: { id: string; name: string }, isSeveral = false): string => {
    const words = said(id, isSeveral);
    return words === '' ? name : `${name}: ${words}`;
  };
  const within = (card: string | null): string[] => [...boxes, ...stacks].filter(({ cardId }) => cardId === card).map((one) => line(one));
  const sections = cards.map((card) => ({
    heading: line({ id: card.id, name: card.title }, true),
    items: [
      ...(card.isOpen ? within(card.id) : card.rows.map((row) => line(row, row.count > 1))),
      ...(card.more === null
        ? []
        : [line({ id: moreId(card.id), name: countOf(card.more.count, 'more component', 'more components') }, true)]),
    ],
  }));
  return [...sections, { heading: 'Components', items: within(null) }].filter(({ items }) => items.length > 0);
}

/** What colours and signs say of a thing on the picture; empty for nothing. */
function sayer(marks: PictureMarks | null, differences: PictureDifferences | null): (id: string, isSeveral?: boolean) => string {
  if (differences !== null) {
    const byId = new Map(differences.marks.map((mark) => [mark.id, mark]));
    return (id) => {
      const mark = byId.get(id);
      if (mark === undefined) return '';
      const difference = mark.own ?? wholly(mark);
      return difference === null ? signedCounts(mark) : DIFFERENCE_WORDS[difference];
    };
  }
  const byId = new Map((marks?.marks ?? []).map((mark) => [mark.id, mark]));
  return (id, isSeveral = false) => {
    const mark = byId.get(id);
    return mark === undefined || marks === null ? '' : markWords(marks, mark, isSeveral);
  };
}

const UNREMARKABLE = [SHOWN_HEALTH_WORDS.Healthy, SHOWN_HEALTH_WORDS.Unreported];

function markWords({ colourBy, legend }: PictureMarks, mark: PictureMark, isSeveral: boolean): string {
  if (colourBy !== 'health') return mark.text ?? legend.find(({ colour }) => colour === mark.colour)?.label ?? '';
  const words = liveWords(mark);
  if (UNREMARKABLE.includes(words)) return '';
  return mark.isCause && !isSeveral ? `${words}, failed by itself` : words;
}

function linesTable({ picture: { cards, boxes, stacks, lines } }: Shared): Exported['tables'][number] {
  const names = new Map([
    ...cards.flatMap(({ id, title, rows }): [string, string][] => [
      [id, title],
      [moreId(id), `More of ${title}`],
      ...rows.map((row): [string, string] => [row.id, row.name]),
    ]),
    ...[...boxes, ...stacks].map(({ id, name }): [string, string] => [id, name]),
  ]);
  return {
    title: 'Lines on the picture',
    fileName: 'lines',
    head: ['What', 'Depends on', 'Dependencies'],
    rows: () => lines.map(({ from, to, count }) => [names.get(from) ?? '', names.get(to) ?? '', count]),
  };
}
