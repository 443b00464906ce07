/**
 * Applications, components or groups of applications as bands: what is affected by distance, then what is only reached. An application with
 * components at several distances has a card in each band. Pure.
 */
import { money } from '@/client/labels/figures';
import type { ColumnCard, ColumnComponent, ColumnGroup, ColumnPart, ImpactColumns, LiveColumns } from '@/contract/impactColumns';
import type { ScenarioPicture } from '@/contract/scenarios';
import { HEALTH_STATES, type EntityKind, type HealthState } from '@/domain/vocabulary';
import { countOf, formatNumber } from '@/plain/counts';
import type { Band, BandFact, BandItem, BandRow } from './bands';

export type Answer = ImpactColumns | LiveColumns | ScenarioPicture['lanes'];

export interface Told {
  /** Components that are reporting trouble themselves right now. */
  failingNow: ReadonlySet<string>;
  /** What fails only because several things fail together. Default: none. */
  onlyTogether?: ReadonlySet<string>;
}

const APPLICATIONS = { one: 'application', many: 'applications' };
const COMPONENTS = { one: 'component', many: 'components' };

export function blank(id: string, kind: BandItem['kind'], title: string, state: HealthState | null, rank: number): BandItem {
  return {
    id,
    subjectId: id,
    kind,
    title,
    aside: '',
    state,
    isFailingNow: false,
    facts: [],
    bar: null,
    rows: [],
    rowCount: 0,
    rank,
    indent: 0,
    parentId: null,
    ends: [id],
    leadsTo: [],
  };
}

export const plain = (text: string): BandFact => ({ text, isStrong: false });
export const strong = (text: string): BandFact => ({ text, isStrong: true });

export function rowOf({ id, name, state, depth }: ColumnComponent, { failingNow, onlyTogether }: Told): BandRow {
  return { id, label: name, state, depth, isFailingNow: failingNow.has(id), isOnlyTogether: onlyTogether?.has(id) === true };
}

export function isUpstreamAnswer(answer: Answer): boolean {
  return 'direction' in answer && answer.direction === 'upstream';
}

/** How something inside the start relates to it. */
const IN_IT: Readonly<Record<EntityKind, string>> = {
  application: 'Part of it',
  component: 'Part of it',
  'hosting-zone': 'Runs in it',
  'hosting-area': 'Runs in it',
  technology: 'Uses it',
  dataset: 'Uses it',
  capability: 'Supports it',
  process: 'Supports it',
  segment: 'Serves them',
};

interface Piece {
  card: ColumnCard;
  part: ColumnPart;
  rank: number;
}

/** The furthest distances share the last of the bands. */
export function cardBands(answer: Answer, told: Told, mostBands: number): Band[] {
  if (answer.groups.length > 0) return [groupBand(answer), ...(mostBands > 4 ? restBand(answer, 'Reached, not affected') : [])];
  const pieces = answer.cards.flatMap((card, rank) => card.parts.map((part): Piece => ({ card, part, rank })));
  const affected = pieces.filter(({ part }) => part.isAffected);
  const reached = pieces.filter(({ part }) => !part.isAffected);
  const depths = [...new Set([...affected.map(({ part }) => part.depth), ...(hasGrounds(answer) ? [1] : [])])].sort((a, b) => a - b);
  const rest = restBand(answer, answer.group === null ? 'More applications' : 'Outside this group');
  if (rest.length > 0 && pieces.length > 0 && mostBands < 2) return [everythingBand(answer, told, pieces, rest)];
  const isRoomForReached = mostBands > 1 + rest.length || depths.length === 0;
  const apart = reached.length > 0 && isRoomForReached ? [reachedBand(answer, told, reached)] : [];
  const most = Math.max(1, mostBands - apart.length - rest.length);
  const groups =
    depths.length <= most ? depths.map((depth) => [depth]) : [...depths.slice(0, most - 1).map((depth) => [depth]), depths.slice(most - 1)];
  const bands = groups.map((group): Band => {
    const isLast = group === groups.at(-1);
    const own = affected.filter(({ part }) => group.includes(part.depth));
    const beside = isLast && apart.length === 0 ? reached : [];
    return {
      kind: 'cards',
      heading: headingOf([...group, ...beside.map(({ part }) => part.depth)], answer, beside.length === 0),
      items: [...(group.includes(1) ? groundItems(answer) : []), ...itemsOf(answer, told, [...own, ...beside], group[0] ?? 0)],
      noun: answer.isOneApplication ? COMPONENTS : APPLICATIONS,
      unlisted: 0,
    };
  });
  return answer.group === null ? [...bands, ...apart, ...rest] : [...rest, ...bands, ...apart];
}

/** Where there is room for one band only: it states no distance, because that of the counted rest is not known. */
function everythingBand(answer: Answer, told: Told, pieces: readonly Piece[], rest: readonly Band[]): Band {
  const heading = isUpstreamAnswer(answer) ? 'What it depends on' : 'Affected or reached';
  const items = [...itemsOf(answer, told, pieces, Infinity), ...rest.flatMap((band) => band.items)];
  return { kind: 'cards', heading, items, noun: answer.isOneApplication ? COMPONENTS : APPLICATIONS, unlisted: 0 };
}

function reachedBand(answer: Answer, told: Told, pieces: readonly Piece[]): Band {
  const heading = isUpstreamAnswer(answer) ? 'Reaches it without harm' : 'Reached, not affected';
  const noun = answer.isOneApplication ? COMPONENTS : APPLICATIONS;
  return { kind: 'cards', heading, items: itemsOf(answer, told, pieces, Infinity), noun, unlisted: 0 };
}

/** What has no card of its own, counted. */
function restBand({ others: { applications, components } }: Answer, heading: string): Band[] {
  if (applications === 0) return [];
  const item: BandItem = {
    ...blank('others', 'more', countOf(applications, 'application'), null, 0),
    subjectId: null,
    facts: [plain(countOf(components, 'component'))],
    rowCount: components,
  };
  return [{ kind: 'cards', heading, items: [item], noun: APPLICATIONS, unlisted: 0 }];
}

function headingOf(depths: readonly number[], answer: Answer, areAllAffected: boolean): string {
  const first = Math.min(...depths);
  const last = Math.max(...depths);
  const hops = first === last ? countOf(first, 'hop') : `${first} to ${last} hops`;
  if (isUpstreamAnswer(answer)) return answer.cards.length === 0 ? 'Could be caused by' : `Could be caused by: ${hops}`;
  if (last === 0) return answer.causes.length === 1 && isContainer(answer) ? IN_IT[answer.causes[0]!.kind] : 'Failing already';
  return `${areAllAffected ? 'Affected' : 'Affected or reached'}: ${hops}`;
}

/** Whether the components at no distance are part of what fails, rather than failing by themselves. */
function isContainer(answer: Answer): boolean {
  return 'direction' in answer;
}

/** A card for each application, or an item for each component; those that begin in an earlier band say so. */
function itemsOf(answer: Answer, told: Told, pieces: readonly Piece[], nearest: number): BandItem[] {
  const byCard = new Map<ColumnCard, Piece[]>();
  for (const piece of pieces) byCard.set(piece.card, [...(byCard.get(piece.card) ?? []), piece]);
  const cards = [...byCard].map(([card, own]) => cardItem(card, own, told, nearest));
  if (!answer.isOneApplication) return cards;
  return [...byCard.values()].flatMap((own) => componentItems(own, told)).sort((a, b) => severityOf(b) - severityOf(a));
}

const severityOf = ({ state }: { state: HealthState | null }): number => (state === null ? -1 : HEALTH_STATES.indexOf(state));

function cardItem(card: ColumnCard, pieces: readonly Piece[], told: Told, nearest: number): BandItem {
  const { id, name, state, parts, leadsTo } = card;
  const own = pieces.map(({ part }) => part);
  const depths = own.map(({ depth }) => depth);
  const isFirst = parts[0] === own[0];
  const isAffected = own.some((part) => part.isAffected);
  const isFurther = isAffected ? parts.some((part) => part.isAffected && part.depth < Math.min(...depths)) : state !== 'Healthy';
  const isMerged = new Set(depths).size > 1;
  const rows = own.flatMap((part) => part.rows).sort((a, b) => severityOf(b) - severityOf(a) || a.depth - b.depth);
  const outside = isAffected && state === 'Healthy' ? [plain('The application stays healthy')] : [];
  return {
    ...blank(
      isFirst ? id : `${id} from ${own[0]!.id}`,
      'card',
      isFurther ? `${name}, further` : name,
      // What fails of the application then stands on another of its cards, or is the cause.
      isAffected ? state : 'Healthy',
      pieces[0]!.rank,
    ),
    subjectId: id,
    aside: isMerged || nearest === Infinity ? hopsOf(depths) : '',
    facts: outside,
    rows: rows.map((row) => rowOf(row, told)),
    rowCount: own.reduce((sum, { componentCount }) => sum + componentCount, 0),
    ends: own.map((part) => part.id),
    leadsTo,
  };
}

function hopsOf(depths: readonly number[]): string {
  const [first, last] = [Math.min(...depths), Math.max(...depths)];
  return first === last ? countOf(first, 'hop') : `${first} to ${last} hops`;
}

/** Each listed component by itself, and one item for the others. */
function componentItems(pieces: readonly Piece[], told: Told): BandItem[] {
  return pieces.flatMap(({ card, part, rank }) => {
    const items = part.rows.map((row): BandItem => {
      const { isFailingNow, isOnlyTogether = false } = rowOf(row, told);
      return {
        ...blank(row.id, 'component', row.name, row.state, rank),
        isFailingNow,
        isOnlyTogether,
        rowCount: 1,
        ends: [`${part.id} ${row.id}`],
        leadsTo: card.leadsTo,
      };
    });
    const left = part.componentCount - part.rows.length;
    if (left === 0) return items;
    const more: BandItem = {
      ...blank(`${part.id} more`, 'more', countOf(left, 'more component', 'more components'), null, Infinity),
      subjectId: null,
      facts: [plain(`of ${card.name}`)],
      rowCount: left,
      ends: [part.id],
    };
    return [...items, more];
  });
}

const GROUND_ID = 'ground';
const GROUND_NOUNS = { 'hosting-zone': 'zone', 'hosting-area': 'area', technology: 'technology', dataset: 'dataset' } as const;

function hasGrounds(answer: Answer): boolean {
  return 'grounds' in answer && answer.grounds.length > 0;
}

/** One card for everything that is no component; it is folded last. */
export function groundItems(answer: Answer): BandItem[] {
  if (!('grounds' in answer)) return [];
  const [worst] = answer.grounds;
  if (worst === undefined) return [];
  const rows = answer.grounds.map(({ id, name, kind, state }) => ({
    id,
    label: `${name} (${GROUND_NOUNS[kind]})`,
    state,
    depth: 0,
    isFailingNow: false,
  }));
  const item = blank(GROUND_ID, 'ground', 'Infrastructure and data', worst.state, -1);
  return [{ ...item, subjectId: null, rows, rowCount: rows.length + answer.groundsOmitted }];
}

/** What a group of this key is selected by. */
export function groupSubject(key: string): string {
  return `group ${key}`;
}

/** The key of a selected group; null if anything else is selected. */
export function groupKeyOf(subjectId: string): string | null {
  return subjectId.startsWith('group ') ? subjectId.slice('group '.length) : null;
}

/** Worst and dearest first. */
function groupBand(answer: Answer): Band {
  const { groups, groupsOmitted, groupedBy, currency } = answer;
  const noun = groupedBy === 'team' ? { one: 'team', many: 'teams' } : { one: 'capability', many: 'capabilities' };
  return {
    kind: 'cards',
    heading: `${isUpstreamAnswer(answer) ? 'Could be caused by' : 'Affected'}, by ${noun.one}`,
    items: groups.map((group, rank) => groupItem(group, noun.one, currency, rank)),
    noun,
    unlisted: groupsOmitted,
  };
}

const STATE_WORDS = { Outage: 'down', Degraded: 'degraded', Warning: 'with a warning', Healthy: 'healthy' } as const;

function groupItem(
  { key, name, state, applications, applicationCount, components, exposure, leadsTo }: ColumnGroup,
  noun: string,
  currency: string,
  rank: number,
): BandItem {
  const affected = [...HEALTH_STATES].reverse().filter((state) => state !== 'Healthy');
  const count = affected.reduce((sum, one) => sum + applications[one], 0);
  const failing = affected.reduce((sum, one) => sum + components[one], 0);
  const inside = applications.Healthy === 0 ? [] : [`${formatNumber(applications.Healthy)} failing inside only`];
  const said = affected.flatMap((one) => (applications[one] === 0 ? [] : [`${formatNumber(applications[one])} ${STATE_WORDS[one]}`]));
  const cost = exposure === null || exposure.perHour === 0 ? [] : [strong(`${money(exposure.expectedPerHour, currency)}/h`)];
  return {
    ...blank(groupSubject(key), 'group', name ?? `No ${noun}`, state, rank),
    aside: `${formatNumber(count)} of ${formatNumber(applicationCount)}`,
    facts: [...cost, plain(`${countOf(count, 'application')}, ${countOf(failing, 'component')}`), plain([...said, ...inside].join(', '))],
    bar: [...affected.map((one) => ({ state: one, count: applications[one] })), { state: null, count: applicationCount - count }],
    leadsTo,
  };
}
