/**
 * Compares every statement of a drawn picture of impact with what is true. It reads what is drawn: boxes, words and the ends of lines, in
 * pixels. What a line says follows from what its ends touch. Shares no code with how the picture is made.
 */
import type { Box, CanvasLine, CanvasNode, CanvasPicture, Point } from '@/canvas/model/picture';
import type { HealthState } from '@/domain/vocabulary';
import { figureProblems } from './columnFigures';
import type { ColumnsTruth, TrueComponent } from './columnsTruth';
import { kindOf, numberIn, type Card, type Column } from './drawnCards';

const NEAR = 1.5;
const MOST_LINES = 60;

/** A sentence for each statement that is not so; empty for a true picture. */
export function falseStatements(picture: CanvasPicture, truth: ColumnsTruth): string[] {
  const columns = columnsIn(picture);
  const cards = columns.flatMap((column) => column.cards);
  const lines = picture.lines.map((line) => ({ line, from: endOf(cards, line, 'first'), to: endOf(cards, line, 'last') }));
  return [
    ...columns.flatMap((column) => headingProblems(column, truth)),
    ...cards.flatMap((card) => cardProblems(card, truth)),
    ...countProblems(columns, truth),
    ...columns.flatMap((column) => figureProblems(column, truth)),
    ...lines.flatMap((line) => lineProblems(line, truth)),
    ...missingLines(cards, lines, truth),
  ];
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - NEAR &&
    inner.y >= outer.y - NEAR &&
    inner.x + inner.width <= outer.x + outer.width + NEAR &&
    inner.y + inner.height <= outer.y + outer.height + NEAR
  );
}

/** What stands below which heading: in a window with columns by their sides, in a narrow one by their heights. */
function columnsIn({ nodes }: CanvasPicture): Column[] {
  const headings = nodes.filter(({ classes }) => classes.includes('heading')).sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const isDown = headings.every(({ box }) => Math.abs(box.x - headings[0]!.box.x) < NEAR);
  const columns: Column[] = [];
  for (const { label, box } of headings)
    // A column without words of its own continues the one before.
    if (label === '') columns.at(-1)?.boxes.push(box);
    else columns.push({ heading: label, boxes: [box], cards: [] });
  for (const node of nodes) {
    if (node.layer !== 'card') continue;
    const column = columns.findLast(({ boxes }) => columns.length === 1 || boxes.some((box) => isBelow(node.box, box, isDown)));
    if (column === undefined) throw new Error(`${node.id} stands below no heading`);
    const within = nodes.filter((other) => other !== node && isInside(other.box, node.box));
    const title = within.find(({ layer }) => layer === 'title')!;
    const rows = within.filter(({ classes }) => classes.includes('row'));
    const more = within.find(({ classes }) => classes.includes('more-row'))?.label ?? '';
    const beside = rows.length === 0 && /^[\d,]+$/.test(title.aside ?? '') ? title.aside! : '';
    const facts = within.filter(({ classes }) => classes.includes('fact') || classes.includes('strong')).map(({ label }) => label);
    const bars = within.filter(({ classes }) => classes.includes('bar'));
    column.cards.push({ node, title, rows, facts, bars, hidden: numberIn(more) ?? numberIn(beside) ?? 0, column });
  }
  return columns;
}

function isBelow(card: Box, heading: Box, isDown: boolean): boolean {
  if (isDown) return heading.y <= card.y + NEAR;
  return card.x >= heading.x - NEAR && card.x + card.width <= heading.x + heading.width + NEAR;
}

const stateIn = ({ classes }: CanvasNode): HealthState | null =>
  (['Outage', 'Degraded', 'Warning', 'Healthy'] as const).find((state) => classes.includes(`state-${state}`)) ?? null;
/** The distances that a heading states; null if it states none. */
function hopsIn(heading: string): { first: number; last: number } | null {
  const found = /: (\d+)(?: to (\d+))? hops?$/.exec(heading);
  if (found === null) return null;
  return { first: Number(found[1]), last: Number(found[2] ?? found[1]) };
}

const IN_IT = ['Runs in it', 'Uses it', 'Supports it', 'Serves them', 'Part of it'];

/** Which components a column speaks of, by its heading alone. */
function saysOf(heading: string): ((component: TrueComponent) => boolean) | null {
  const hops = hopsIn(heading);
  const isAt = ({ depth }: TrueComponent): boolean => hops === null || (depth >= hops.first && depth <= hops.last);
  if (IN_IT.includes(heading)) return ({ depth, state }) => depth === 0 && state !== 'Healthy';
  if (heading === 'Failing already') return ({ depth, state }) => depth === 0 && state !== 'Healthy';
  if (heading.startsWith('Affected or reached')) return isAt;
  if (heading.startsWith('Affected')) return (one) => isAt(one) && one.state !== 'Healthy';
  if (heading.startsWith('Could be caused by')) return (one) => isAt(one) && one.state !== 'Healthy';
  if (heading === 'Reached, not affected' || heading === 'Reaches it without harm') return ({ state }) => state === 'Healthy';
  return null;
}

function headingProblems({ heading, cards }: Column, truth: ColumnsTruth): string[] {
  const says = saysOf(heading);
  if (says === null) return [];
  return cards.flatMap((card) => {
    const rows = kindOf(card) === 'component' ? [card.node] : kindOf(card) === 'card' ? card.rows : [];
    return rows.flatMap((row) => {
      const component = truth.components.get(row.id);
      if (component === undefined) return [`${row.label} stands below "${heading}" and is not reached`];
      return says(component) ? [] : [`${component.name} stands below "${heading}": ${component.depth} hops, ${component.state}`];
    });
  });
}

function cardProblems(card: Card, truth: ColumnsTruth): string[] {
  const { title, rows, node } = card;
  const problems: string[] = [];
  const isSaid = (label: string, state: HealthState | null, thing: { name: string; state: HealthState } | undefined): void => {
    if (thing === undefined) problems.push(`${label} is not in the answer`);
    else if (label.replace(/, further$/, '') !== thing.name) problems.push(`${thing.name} is called ${label}`);
    else if (state !== thing.state) problems.push(`${label} is ${thing.state}, not ${state}`);
  };
  switch (kindOf(card)) {
    case 'card': {
      const application = truth.applications.get(applicationOf(card, truth) ?? '');
      const isElsewhere = application !== undefined && isUnharmedPart(card, application.id, truth);
      isSaid(title.label, stateIn(title), isElsewhere ? { ...application, state: 'Healthy' } : application);
      if (isElsewhere && application.state !== 'Healthy' && !title.label.endsWith(', further'))
        problems.push(`${title.label} is ${application.state} elsewhere, and does not say that this is a part`);
      for (const row of rows) {
        const component = truth.components.get(row.id);
        isSaid(row.label, stateIn(row), component);
        if (component !== undefined && component.applicationId !== application?.id) problems.push(`${row.label} is not of ${title.label}`);
      }
      break;
    }
    case 'component':
      isSaid(title.label, stateIn(title), truth.components.get(node.id));
      break;
    case 'outcome':
    case 'audience':
      isSaid(title.label, stateIn(title), truth.outcomes.get(node.id));
      break;
    case 'cause':
      if (!truth.causes.some(({ id, name }) => id === node.id && name === title.label)) problems.push(`${title.label} is no cause`);
      for (const row of rows) if (!truth.failing.has(row.id)) problems.push(`${row.label} does not fail by itself`);
      break;
    default:
  }
  return problems;
}

/** Whether nothing of what a card stands for is affected, although its application may be. */
function isUnharmedPart({ column }: Card, applicationId: string, { components }: ColumnsTruth): boolean {
  const says = saysOf(column.heading);
  return (
    says !== null && ![...components.values()].some((one) => one.applicationId === applicationId && one.state !== 'Healthy' && says(one))
  );
}

/** By its rows, or where there are none by its name. */
function applicationOf({ rows, node, title }: Card, { components, applications }: ColumnsTruth): string | undefined {
  const [row] = rows;
  if (row !== undefined) return components.get(row.id)?.applicationId;
  const chosen = node.chooses ?? node.id;
  if (applications.has(chosen)) return chosen;
  return [...applications.values()].find(({ name }) => name === title.label.replace(/, further$/, ''))?.id;
}

/** Every component that a column speaks of is a row in it, or counted in it, once. */
function countProblems(columns: readonly Column[], truth: ColumnsTruth): string[] {
  const problems: string[] = [];
  const rest = columns.filter(({ heading }) => heading === 'More applications' || heading === 'Outside this group');
  const isGrouped = columns.some(({ cards }) => cards.some((card) => kindOf(card) === 'group'));
  for (const column of columns) {
    const says = saysOf(column.heading);
    if (says === null || isGrouped) continue;
    const cards = column.cards.filter((card) => kindOf(card) === 'card');
    for (const card of cards) {
      const application = applicationOf(card, truth);
      const own = [...truth.components.values()].filter((one) => one.applicationId === application && says(one)).length;
      const shown = card.rows.length + card.hidden;
      if (own !== shown) problems.push(`${card.title.label} below "${column.heading}" counts ${shown} components of ${own}`);
    }
    if (rest.length > 0) continue;
    const total = [...truth.components.values()].filter(says).length;
    const counted = column.cards.reduce((sum, card) => sum + componentsOf(card), 0);
    if (total !== counted) problems.push(`"${column.heading}" counts ${counted} components of ${total}`);
  }
  const spoken = columns.flatMap(({ heading }) => saysOf(heading) ?? []);
  for (const one of truth.components.values()) {
    const times = spoken.filter((says) => says(one)).length;
    if (!isGrouped && rest.length === 0 && times !== 1) problems.push(`${one.name} belongs below ${times} headings`);
  }
  return problems;
}

function componentsOf(card: Card): number {
  const kind = kindOf(card);
  if (kind === 'card') return card.rows.length + card.hidden;
  if (kind === 'component') return 1;
  if (kind !== 'more') return 0;
  if (/components?\b/.test(card.title.label)) return numberIn(card.title.label) ?? 0;
  return numberIn(card.facts.find((fact) => /components?$/.test(fact)) ?? '') ?? 0;
}

interface End {
  card: Card;
  /** The row that it is beside; null for the title. */
  row: CanvasNode | null;
  isBeside: boolean;
}

interface Read {
  line: CanvasLine;
  from: End | null;
  to: End | null;
}

/** The card whose border an end of a line touches, and the row or title that stands there. */
function endOf(cards: readonly Card[], { points }: CanvasLine, which: 'first' | 'last'): End | null {
  const point = which === 'first' ? points[0] : points.at(-1);
  if (point === undefined) return null;
  const card = cards.find(({ node }) => isOnBorder(point, node.box));
  if (card === undefined) return null;
  const isAtSide = Math.abs(point.x - card.node.box.x) < NEAR || Math.abs(point.x - card.node.box.x - card.node.box.width) < NEAR;
  const { y } = point;
  const isAt = ({ box }: CanvasNode): boolean => y > box.y && y < box.y + box.height;
  const row = isAtSide ? (card.rows.find(isAt) ?? null) : null;
  return { card, row, isBeside: !isAtSide || row !== null || isAt(card.title) };
}

function isOnBorder({ x, y }: Point, box: Box): boolean {
  const isIn = isInside({ x, y, width: 0, height: 0 }, box);
  const across = Math.min(Math.abs(x - box.x), Math.abs(x - box.x - box.width), Math.abs(y - box.y), Math.abs(y - box.y - box.height));
  return isIn && across < NEAR;
}

/** The components that an end stands for, or null where it stands for something else. */
function membersOf({ card, row }: End, truth: ColumnsTruth): ReadonlySet<string> | null {
  const kind = kindOf(card);
  if (row !== null) return new Set([row.id]);
  if (kind === 'component') return new Set([card.node.id]);
  if (kind === 'cause') return failingOf(card, truth);
  if (kind !== 'card') return null;
  const application = applicationOf(card, truth);
  const says = saysOf(card.column.heading) ?? (() => true);
  return new Set([...truth.components.values()].flatMap((one) => (one.applicationId === application && says(one) ? [one.id] : [])));
}

function failingOf({ node }: Card, { failing, failingBy }: ColumnsTruth): ReadonlySet<string> {
  return failing.has(node.id) ? new Set([node.id]) : (failingBy.get(node.id) ?? failing);
}

function lineProblems({ line, from, to }: Read, truth: ColumnsTruth): string[] {
  if (from === null || to === null) return [`a line from ${line.from} to ${line.to} touches no card`];
  const names = `${from.row?.label ?? from.card.title.label} > ${to.row?.label ?? to.card.title.label}`;
  if (!from.isBeside || !to.isBeside) return [`${names}: an end stands neither beside a row nor beside a title`];
  const kinds = [kindOf(from.card), kindOf(to.card)];
  if (kinds[1] === 'outcome' || kinds[1] === 'audience') return supportProblems(names, from, to, truth);
  // What stands for several things is checked by its counts.
  if (kinds.some((kind) => ['ground', 'more', 'group'].includes(kind))) return [];
  const [starts, ends] = [membersOf(from, truth), membersOf(to, truth)];
  if (starts === null || ends === null) return [`${names}: a line that can mean nothing`];
  if (kinds[0] === 'cause' && starts.size === 0) {
    const held = [...ends].filter((id) => truth.components.get(id)?.depth === 0).length;
    if (held === 0 || (to.row !== null && ends.size !== held)) return [`${names}: it does not fail with ${from.card.title.label}`];
    return line.classes.includes(weightOf(held)) ? [] : [`${names}: ${held} components, drawn as ${line.classes.join(' ')}`];
  }
  const between = truth.travelled.filter((one) => starts.has(one.from) && ends.has(one.to));
  return dependencyProblems(names, { line, from, to }, between);
}

const weightOf = (count: number): string => (count >= 10 ? 'many' : count >= 3 ? 'some' : 'few');

function dependencyProblems(
  names: string,
  { line, from, to }: { line: CanvasLine; from: End; to: End },
  between: ColumnsTruth['travelled'],
): string[] {
  const [only] = between;
  if (only === undefined) return [`${names}: there is no such dependency`];
  const pairs = new Set(between.map((one) => `${one.from} ${one.to}`));
  if ((from.row !== null || to.row !== null) && pairs.size !== 1) return [`${names}: ${pairs.size} pairs, drawn as one`];
  const isMissed = ({ card, row }: End, id: string): boolean => row === null && card.rows.some((shown) => shown.id === id);
  if (pairs.size === 1 && isAtSides(line, from, to) && (isMissed(from, only.from) || isMissed(to, only.to)))
    return [`${names}: one dependency, docked at a title`];
  return line.classes.includes(weightOf(between.length))
    ? []
    : [`${names}: ${between.length} dependencies, drawn as ${line.classes.join(' ')}`];
}

/** In a narrow window lines run downwards, from below a card to above another. */
function isAtSides({ points }: CanvasLine, from: End, to: End): boolean {
  const isAtSide = ({ x }: Point, { box }: CanvasNode): boolean => Math.abs(x - box.x) < NEAR || Math.abs(x - box.x - box.width) < NEAR;
  return isAtSide(points[0]!, from.card.node) && isAtSide(points.at(-1)!, to.card.node);
}

function supportProblems(names: string, from: End, to: End, truth: ColumnsTruth): string[] {
  const target = to.card.node.id;
  const kind = kindOf(from.card);
  if (kind === 'more') return [];
  const starts =
    kind === 'card' ? [applicationOf(from.card, truth)] : kind === 'cause' ? applicationsOfCause(from.card, truth) : [from.card.node.id];
  return starts.some((id) => id !== undefined && truth.supports.get(id)?.has(target)) ? [] : [`${names}: it does not support that`];
}

function applicationsOfCause({ node }: Card, truth: ColumnsTruth): string[] {
  return [...truth.failing]
    .filter((id) => id === node.id || !truth.failing.has(node.id))
    .flatMap((id) => truth.applicationOf.get(id) ?? []);
}

/** Each card has a line, and what is joined within a column is drawn so. */
function missingLines(cards: readonly Card[], lines: readonly Read[], truth: ColumnsTruth): string[] {
  const joined = new Set(lines.flatMap(({ from, to }) => [from?.card, to?.card]));
  const without = cards.filter(
    (card) => ['card', 'component'].includes(kindOf(card)) && !joined.has(card) && card.column.heading !== 'Failing already',
  );
  const problems = without.map(({ title, column }) => `${title.label} below "${column.heading}" has no line`);
  if (lines.length >= MOST_LINES) return problems;
  const drawn = new Set(lines.map(({ from, to }) => `${from?.card.node.id} > ${to?.card.node.id}`));
  for (const from of cards)
    for (const to of from.column.cards) {
      if (from === to || kindOf(from) !== 'card' || kindOf(to) !== 'card') continue;
      const [starts, ends] = [
        membersOf({ card: from, row: null, isBeside: true }, truth)!,
        membersOf({ card: to, row: null, isBeside: true }, truth)!,
      ];
      const passes = truth.travelled.some((one) => starts.has(one.from) && ends.has(one.to));
      if (passes && !drawn.has(`${from.node.id} > ${to.node.id}`))
        problems.push(`no line within "${from.column.heading}" from ${from.title.label} to ${to.title.label}`);
    }
  return problems;
}
