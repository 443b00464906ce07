/** Converts an answer to columns: causes, affected applications by distance, what they support, and what it costs whom. Pure. */
import { money, peopleLabel } from '@/client/labels/figures';
import { COMPONENT_KIND_LABELS, entityKindLabel } from '@/client/labels/labels';
import type { ColumnCause } from '@/contract/impactColumns';
import { countOf } from '@/plain/counts';
import type { Band, BandFact, Bands } from './bands';
import { blank, cardBands, groundItems, isUpstreamAnswer, plain, rowOf, strong, type Answer, type Told } from './cardBands';

interface ToldOfCauses extends Told {
  /** Further facts about a cause that the answer does not have, by its id. */
  factsOf?(cause: ColumnCause): readonly BandFact[];
  /** Of a moment that is over. */
  isPast?: boolean;
}

/** The given number of card bands at most: the furthest cards share the last one. */
export function impactBands(answer: Answer, told: ToldOfCauses, mostCardBands: number): Bands {
  const isUpstream = isUpstreamAnswer(answer);
  const causes = causeBand(answer, told, isUpstream);
  const cards = cardBands(answer, told, mostCardBands);
  const rest = [outcomeBand(answer), audienceBand(answer)].filter(({ items }) => items.length > 0);
  if (told.onlyTogether !== undefined) [...cards, ...rest].forEach((band) => markOnlyTogether(band, told.onlyTogether ?? new Set()));
  const { capabilities, processes, audiences } = answer;
  return {
    bands: isUpstream ? [...cards.reverse(), causes] : [causes, ...cards, ...rest],
    links: [...answer.links, ...groundLinks(answer)],
    outcomes: [...capabilities, ...processes, ...audiences].map(({ id }) => id),
  };
}

function markOnlyTogether(band: Band, ids: ReadonlySet<string>): void {
  band.items = band.items.map((item) => (ids.has(item.subjectId ?? '') ? { ...item, isOnlyTogether: true } : item));
}

function causeBand({ causes, causesOmitted }: Answer, told: ToldOfCauses, isUpstream: boolean): Band {
  const isLive = causes.length !== 1 || causesOmitted > 0;
  return {
    kind: 'causes',
    heading: causeHeading(isUpstream, told, isLive || told.factsOf !== undefined),
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

function causeHeading(isUpstream: boolean, { onlyTogether, isPast = false }: ToldOfCauses, isLive: boolean): string {
  if (isUpstream) return 'What would fail';
  if (onlyTogether !== undefined || !isLive) return 'Fails';
  return isPast ? 'Failed then' : 'Fails now';
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

function groundLinks(answer: Answer): Bands['links'] {
  const to = answer.causes[0]?.id ?? '';
  return groundItems(answer).map(({ id, rowCount }) => ({ from: id, to, count: rowCount, fromRow: null, toRow: null }));
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
