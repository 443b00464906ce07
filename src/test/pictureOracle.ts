/** Checks in a slow way what every picture guarantees. Shares no code with how pictures are made. */
import type { Picture, PictureInput } from '@/contract/picture';
import { CARDS_UP_TO, LEAST_NAME_PIXELS, MOST_LINES, MOST_ROWS, NAME_SIZE } from '@/contract/values/picture';

type Box = Picture['cards'][number]['box'];
type Point = Picture['lines'][number]['points'][number];

const EPSILON = 0.05;

function overlap(a: Box, b: Box): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > EPSILON && down > EPSILON;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x - EPSILON &&
    inner.y >= outer.y - EPSILON &&
    inner.x + inner.width <= outer.x + outer.width + EPSILON &&
    inner.y + inner.height <= outer.y + outer.height + EPSILON
  );
}

/** The distance of a point from the border of a box. */
function fromBorder({ x, y }: Point, box: Box): number {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const beside = Math.max(box.x - x, 0, x - right);
  const above = Math.max(box.y - y, 0, y - bottom);
  const inside = Math.min(Math.abs(x - box.x), Math.abs(x - right), Math.abs(y - box.y), Math.abs(y - bottom));
  return beside > 0 || above > 0 ? Math.hypot(beside, above) : inside;
}

/** Whether a straight piece of a line passes through the inside of a box, tried at many points. */
function crosses(a: Point, b: Point, box: Box): boolean {
  const steps = Math.max(2, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 2));
  for (let step = 0; step <= steps; step++) {
    const x = a.x + ((b.x - a.x) * step) / steps;
    const y = a.y + ((b.y - a.y) * step) / steps;
    const isInside = x > box.x + EPSILON && x < box.x + box.width - EPSILON && y > box.y + EPSILON && y < box.y + box.height - EPSILON;
    if (isInside) return true;
  }
  return false;
}

/** A sentence for every broken guarantee; empty for a correct picture. */
export function problemsOf(picture: Picture, input: Pick<PictureInput, 'level' | 'width' | 'height'>): string[] {
  // Its lines are curves between columns, which have no positions.
  if (picture.level === 'focus') return problemsOfBoxes(picture);
  return [
    ...problemsOfBounds(picture, input),
    ...problemsOfBoxes(picture),
    ...problemsOfLines(picture),
    ...problemsOfDocks(picture),
    ...problemsOfCounts(picture),
  ];
}

function problemsOfBounds(
  { size, cards, lines, level: shown, matching }: Picture,
  { level, width, height }: Pick<PictureInput, 'level' | 'width' | 'height'>,
): string[] {
  const problems: string[] = [];
  // A map is as wide as its window, and higher only where even the smallest tiles do not fit.
  const pixels = NAME_SIZE * (shown === 'map' ? width / size.width : Math.min(width / size.width, height / size.height));
  if ((level === null || shown === 'map') && pixels < LEAST_NAME_PIXELS - 1e-6) problems.push(`names have ${pixels} pixels`);
  if (!(size.width > 0 && size.height > 0)) problems.push('the picture has no size');
  if (shown !== 'map' && matching.components > CARDS_UP_TO) problems.push(`${matching.components} components with lines`);
  if (lines.length > (shown === 'map' ? 0 : MOST_LINES)) problems.push(`${lines.length} lines`);
  for (const { id, rows } of cards) if (shown !== 'map' && rows.length > MOST_ROWS) problems.push(`${rows.length} rows in ${id}`);
  return problems;
}

function problemsOfBoxes({ size, cards, boxes, stacks }: Picture): string[] {
  const problems: string[] = [];
  const whole = { x: 0, y: 0, ...size };
  const apart = (things: readonly { id: string; box: Box }[], around: Box): void => {
    things.forEach(({ id, box }, place) => {
      if (!contains(around, box)) problems.push(`${id} lies outside`);
      if (!(box.width > 0 && box.height > 0)) problems.push(`${id} has no size`);
      for (const other of things.slice(place + 1)) if (overlap(box, other.box)) problems.push(`${id} lies over ${other.id}`);
    });
  };
  const parts = [...boxes, ...stacks];
  apart([...cards, ...parts.filter(({ cardId }) => cardId === null)], whole);
  for (const { id, box, rows, more, isOpen, titleHeight, shares } of cards) {
    const inside = [...rows, ...parts.filter(({ cardId }) => cardId === id)];
    if (isOpen ? rows.length > 0 : inside.length > rows.length) problems.push(`${id} is neither open nor closed`);
    // The title is above.
    const others = [
      { id: `more of ${id}`, box: more?.box ?? null },
      { id: `shares of ${id}`, box: shares },
    ];
    const below = { ...box, y: box.y + titleHeight, height: box.height - titleHeight };
    apart([...inside, ...others.flatMap((one) => (one.box === null ? [] : [{ ...one, box: one.box }]))], below);
  }
  const ids = [...cards, ...parts, ...cards.flatMap(({ rows }) => rows)].map(({ id }) => id);
  if (new Set(ids).size !== ids.length) problems.push('two things have one id');
  return problems;
}

function problemsOfLines({ size, cards, boxes, stacks, lines }: Picture): string[] {
  const problems: string[] = [];
  const things = new Map(
    [...cards.map((card) => ({ ...card, cardId: null })), ...boxes, ...stacks].map(({ id, box, cardId }) => [id, { box, cardId }]),
  );
  if (new Set(lines.map(({ id }) => id)).size !== lines.length) problems.push('two lines have one id');
  if (new Set(lines.map(({ from, to }) => JSON.stringify([from, to]))).size !== lines.length)
    problems.push('two lines join the same, the same way');
  for (const { id, from, to, points, count } of lines) {
    const [start, end] = [things.get(from), things.get(to)];
    const [first, last] = [points[0], points.at(-1)];
    if (start === undefined || end === undefined || first === undefined || last === undefined) {
      problems.push(`${id} joins nothing`);
      continue;
    }
    if (count < 1 || from === to) problems.push(`${id} stands for nothing`);
    if (start.cardId !== end.cardId) problems.push(`${id} leaves its card`);
    if (fromBorder(first, start.box) > EPSILON || fromBorder(last, end.box) > EPSILON) problems.push(`${id} ends beside what it joins`);
    const around = start.cardId === null ? { x: 0, y: 0, ...size } : (things.get(start.cardId)?.box ?? start.box);
    if (points.some(({ x, y }) => !contains(around, { x, y, width: 0, height: 0 }))) problems.push(`${id} leaves the picture`);
    const beside = [...things].filter(([other, { cardId }]) => cardId === start.cardId && other !== from && other !== to);
    for (const [other, { box }] of beside)
      if (points.slice(1).some((point, place) => crosses(points[place] ?? point, point, box))) problems.push(`${id} crosses ${other}`);
  }
  return problems;
}

/** A line of one dependency runs from its row to its row, or to "12 more" where that has no row; all others dock at titles. */
function problemsOfDocks({ cards, lines }: Picture): string[] {
  const problems: string[] = [];
  const byId = new Map(cards.map((card) => [card.id, card]));
  for (const { id, from, to, points, count, dependencies } of lines) {
    if (count !== dependencies.length) problems.push(`${id} names ${dependencies.length} of ${count} dependencies`);
    const [only, ...others] = dependencies;
    const ends = [
      { card: byId.get(from), at: points[0], component: others.length === 0 ? only?.source.id : undefined },
      { card: byId.get(to), at: points.at(-1), component: others.length === 0 ? only?.target.id : undefined },
    ];
    for (const { card, at, component } of ends) {
      if (card === undefined || at === undefined) continue;
      const title = { ...card.box, height: card.titleHeight };
      const row = card.rows.find(({ of }) => of === component)?.box ?? card.more?.box;
      const wanted = card.isOpen || component === undefined ? title : row;
      if (wanted === undefined || at.y < wanted.y - EPSILON || at.y > wanted.y + wanted.height + EPSILON)
        problems.push(`${id} docks beside something else of ${card.title}`);
    }
  }
  return problems;
}

const total = <Item>(items: readonly Item[], of: (item: Item) => number): number => items.reduce((sum, item) => sum + of(item), 0);

/** What is drawn and what is left out must add up to everything. */
function problemsOfCounts({ cards, boxes, stacks, lines, omitted, matching, level }: Picture): string[] {
  const problems: string[] = [];
  if (cards.length > 0 && cards.length !== matching.groups) problems.push('groups do not add up');
  // What is in several groups of a map is counted in each.
  if (level === 'map') return problems;
  const components = total(cards, ({ rows }) => total(rows, ({ count }) => count)) + boxes.length + total(stacks, ({ count }) => count);
  if (components + omitted.components !== matching.components) problems.push(`${components} and ${omitted.components} components`);
  if (cards.length > 0 && total(cards, ({ count }) => count) !== matching.components) problems.push('cards do not hold everything');
  for (const { id, count, rows, more } of cards) {
    const own = [...boxes, ...stacks.flatMap(({ memberIds, cardId }) => memberIds.map(() => ({ cardId })))].filter(
      ({ cardId }) => cardId === id,
    );
    const shown = total(rows, (row) => row.count) + own.length;
    if (more !== null && shown + more.count !== count) problems.push(`${id} does not add up`);
    if (more === null && shown > 0 && shown !== count) problems.push(`${id} hides something`);
  }
  const dependencies = total(lines, ({ count }) => count) + omitted.dependencies + omitted.within;
  if (dependencies !== matching.dependencies) problems.push(`${dependencies} of ${matching.dependencies} dependencies`);
  return problems;
}
