/** Converts an answer to columns: causes, affected applications by distance, what they support, and what it costs whom. Pure. */
import { money, peopleLabel } from '@/client/labels/figures';
import { COMPONENT_KIND_LABELS, entityKindLabel } from '@/client/labels/labels';
import type { ImpactColumns, ColumnCard, ColumnCause, ColumnComponent, LiveColumns } from '@/contract/impactColumns';
import type { ScenarioPicture } from '@/contract/scenarios';
import type { EntityKind, HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { Band, BandFact, BandItem, BandRow, Bands } from './bands';

type Answer = ImpactColumns | LiveColumns | ScenarioPicture['lanes'];

export interface Told {
  /** Components that are reporting trouble themselves right now. */
  failingNow: ReadonlySet<string>;
  /** What fails only because several things fail together. Default: none. */
  onlyTogether?: ReadonlySet<string>;
  /** Further facts about a cause that the answer does not have, by its id. */
  factsOf?(cause: ColumnCause): readonly BandFact[];
}

/** The given number of card bands at most: the furthest cards share the last one. */
export function impactBands(answer: Answer, told: Told, mostCardBands: number): Bands {
  const isUpstream = 'direction' in answer && answer.direction === 'upstream';
  const causes = causeBand(answer, told, isUpstream);
  const cards = cardBands(answer, told, mostCardBands, isUpstream);
  const rest = [outcomeBand(answer), audienceBand(answer)].filter(({ items }) => items.length > 0);
  if (told.onlyTogether !== undefined) [...cards, ...rest].forEach((band) => markOnlyTogether(band, told.onlyTogether ?? new Set()));
  const { applications, components } = answer.others;
  return {
    bands: isUpstream ? [...cards.reverse(), causes] : [causes, ...cards, ...rest],
    links: [...answer.links, ...groundLinks(answer)],
    others: { applications, components },
  };
}

function markOnlyTogether(band: Band, ids: ReadonlySet<string>): void {
  band.items = band.items.map((item) => (ids.has(item.id) ? { ...item, isOnlyTogether: true } : item));
}

const APPLICATIONS = { one: 'application', many: 'applications' };

function blank(id: string, kind: BandItem['kind'], title: string, state: HealthState | null, rank: number): BandItem {
  return { id, kind, title, aside: '', state, isFailingNow: false, facts: [], rows: [], rowCount: 0, rank, indent: 0, parentId: null };
}

const plain = (text: string): BandFact => ({ text, isStrong: false });
const strong = (text: string): BandFact => ({ text, isStrong: true });

function causeBand({ causes, causesOmitted }: Answer, told: Told, isUpstream: boolean): Band {
  const isLive = causes.length !== 1 || causesOmitted > 0;
  return {
    kind: 'causes',
    heading: isUpstream
      ? 'What would fail'
      : told.onlyTogether !== undefined
        ? 'Fails'
        : isLive || told.factsOf !== undefined
          ? 'Fails now'
          : 'Fails',
    items: causes.map((cause, rank) => ({
      ...blank(cause.id, 'cause', cause.name, cause.state, rank),
      isFailingNow: told.failingNow.has(cause.id),
      facts: told.factsOf?.(cause) ?? causeFacts(cause, told, isUpstream),
      rows: cause.rows.map((row) => rowOf(row, told)),
      rowCount: cause.rows.length === 0 ? 0 : cause.componentCount,
    })),
    noun: { one: 'cause', many: 'causes' },
    unlisted: causesOmitted,
  };
}

function causeFacts(
  { id, kind, componentKind, applicationName, componentCount, rows, state }: ColumnCause,
  told: Told,
  isUpstream: boolean,
): BandFact[] {
  const now = told.failingNow.has(id) ? ['Failing now'] : [];
  const what =
    componentKind === null
      ? [entityKindLabel(kind), ...(rows.length === 0 ? [countOf(componentCount, 'component')] : [])]
      : [applicationName ?? '', COMPONENT_KIND_LABELS[componentKind]];
  return [...(isUpstream ? [] : [state]), ...what, ...now].map(plain);
}

function rowOf({ id, name, state }: ColumnComponent, { failingNow, onlyTogether }: Told): BandRow {
  return { id, label: name, state, isFailingNow: failingNow.has(id), isOnlyTogether: onlyTogether?.has(id) === true };
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

function cardBands(answer: Answer, told: Told, most: number, isUpstream: boolean): Band[] {
  const grounds = groundItems(answer);
  const { affected, reached } = isUpstream ? { affected: answer.cards, reached: [] } : splitCards(answer.cards, most);
  const depths = [...new Set([...affected.map(({ depth }) => depth), ...(grounds.length === 0 ? [] : [1])])].sort((a, b) => a - b);
  if (depths.length + reached.length === 0 && answer.others.applications > 0) depths.push(answer.others.depth);
  const room = reached.length > 0 ? most - 1 : most;
  const groups =
    depths.length <= room ? depths.map((depth) => [depth]) : [...depths.slice(0, room - 1).map((depth) => [depth]), depths.slice(room - 1)];
  const itemOf = (card: ColumnCard, isMerged: boolean): BandItem => cardItem(card, told, { rank: answer.cards.indexOf(card), isMerged });
  const bands = groups.map((group): Band => {
    const isMerged = group.length > 1;
    const cards = affected.filter(({ depth }) => group.includes(depth));
    return {
      kind: 'cards',
      heading:
        cards.length === 0 && isUpstream ? 'Could be caused by' : cardHeading(group, answer, isUpstream, cards.every(isAffectedCard)),
      items: [...(group.includes(1) && isUpstream ? grounds : []), ...cards.map((card) => itemOf(card, isMerged))],
      noun: APPLICATIONS,
      unlisted: 0,
    };
  });
  const items = reached.map((card) => itemOf(card, true));
  const apart: Band = { kind: 'cards', heading: 'Reached, not affected', items, noun: APPLICATIONS, unlisted: 0 };
  return items.length === 0 ? bands : [...bands, apart];
}

/**
 * Cards with something worse than Healthy, and those that are only reached: a band of their own, which comes last because they lead to no
 * affected card. If there is room for one band only, all cards share it.
 */
function splitCards(cards: readonly ColumnCard[], most: number): { affected: ColumnCard[]; reached: ColumnCard[] } {
  const reached = cards.filter((card) => !isAffectedCard(card));
  const isApart = most > 1 || reached.length === cards.length;
  return isApart ? { affected: cards.filter(isAffectedCard), reached } : { affected: [...cards], reached: [] };
}

function isAffectedCard({ state, rows }: ColumnCard): boolean {
  return [state, ...rows.map((row) => row.state)].some((one) => one !== 'Healthy');
}

function cardHeading(depths: readonly number[], { causes }: Answer, isUpstream: boolean, areAllAffected: boolean): string {
  const [first = 0] = depths;
  const last = depths.at(-1) ?? first;
  const hops = first === last ? countOf(first, 'hop') : `${first} to ${last} hops`;
  if (isUpstream) return `Could be caused by: ${hops}`;
  return last === 0 ? IN_IT[causes[0]?.kind ?? 'component'] : `${areAllAffected ? 'Affected' : 'Affected or reached'}: ${hops}`;
}

function cardItem(
  { id, name, state, depth, rows, componentCount }: ColumnCard,
  told: Told,
  { rank, isMerged }: { rank: number; isMerged: boolean },
): BandItem {
  return {
    ...blank(id, 'card', name, state, rank),
    aside: isMerged ? countOf(depth, 'hop') : '',
    rows: rows.map((row) => rowOf(row, told)),
    rowCount: componentCount,
  };
}

const GROUND_ID = 'ground';
const GROUND_NOUNS = { 'hosting-zone': 'zone', 'hosting-area': 'area', technology: 'technology', dataset: 'dataset' } as const;

/** One card for everything that is no component; it is folded last. */
function groundItems(answer: Answer): BandItem[] {
  if (!('grounds' in answer)) return [];
  const [worst] = answer.grounds;
  if (worst === undefined) return [];
  const rows = answer.grounds.map(({ id, name, kind, state }) => ({
    id,
    label: `${name} (${GROUND_NOUNS[kind]})`,
    state,
    isFailingNow: false,
  }));
  return [
    { ...blank(GROUND_ID, 'ground', 'Infrastructure and data', worst.state, -1), rows, rowCount: rows.length + answer.groundsOmitted },
  ];
}

function groundLinks(answer: Answer): Bands['links'] {
  const to = answer.causes[0]?.id ?? '';
  return groundItems(answer).map(({ id, rowCount }) => ({ from: id, to, count: rowCount }));
}

const INDENT = 12;
const DEEPEST_INDENT = 2;

function outcomeBand({ capabilities, processes, omitted }: Answer): Band {
  const parents = new Map(capabilities.map(({ id, parentId }) => [id, parentId]));
  const depthOf = (id: string): number => {
    let depth = 0;
    for (let at = parents.get(id) ?? null; at !== null && depth < DEEPEST_INDENT; at = parents.get(at) ?? null) depth++;
    return depth;
  };
  const items = [
    ...capabilities.map(({ id, name, state, parentId }, rank) => ({
      ...blank(id, 'outcome', name, state, rank),
      indent: depthOf(id) * INDENT,
      parentId,
    })),
    ...processes.map(({ id, name, state }, at) => blank(id, 'outcome', name, state, capabilities.length + at)),
  ];
  const hasBoth = capabilities.length > 0 && processes.length > 0;
  const heading = hasBoth ? 'Capabilities and processes' : capabilities.length > 0 ? 'Capabilities' : 'Processes';
  const noun = hasBoth
    ? { one: 'capability or process', many: 'capabilities and processes' }
    : capabilities.length > 0
      ? { one: 'capability', many: 'capabilities' }
      : { one: 'process', many: 'processes' };
  return { kind: 'outcomes', heading, items, noun, unlisted: omitted.capabilities + omitted.processes };
}

function audienceBand({ audiences, omitted, currency }: Answer): Band {
  return {
    kind: 'audiences',
    heading: audiences.some(({ state }) => state === 'Healthy') ? 'Audiences, and what it costs' : 'Who it affects, and what it costs',
    items: audiences.map(({ id, name, state, people, exposure }, rank) => ({
      ...blank(id, 'audience', name, state, rank),
      facts: audienceFacts(people, exposure, currency),
    })),
    noun: { one: 'audience', many: 'audiences' },
    unlisted: omitted.audiences,
  };
}

/** The money figure used everywhere: the expected cost, followed by what is at risk if that is more. */
function audienceFacts(people: number | null, exposure: { perHour: number; expectedPerHour: number } | null, currency: string): BandFact[] {
  const label = peopleLabel(people);
  const crowd = label === null ? [] : [plain(label)];
  if (exposure === null || exposure.perHour === 0) return crowd;
  const { perHour, expectedPerHour } = exposure;
  const atRisk = perHour === expectedPerHour ? [] : [plain(`${money(perHour, currency)}/h at risk`)];
  return [strong(`${money(expectedPerHour, currency)}/h`), ...crowd, ...atRisk];
}
