/** The filters and the order of the incident list, kept in the URL under the REST API's names, and the queries made from them. The server reads them too. */
import { createSerializer, parseAsArrayOf, parseAsString, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { CLOSED_STATES, UNRESOLVED_STATES } from '@/client/labels/incidentLabels';
import type { IncidentListInput, IncidentPage } from '@/contract/incidents';
import { INCIDENT_SORTS } from '@/contract/values/lists';
import { FAILURE_STATES, INCIDENT_STATES, type IncidentState } from '@/domain/vocabulary';

/** How many incidents a section shows at first. */
const PAGE = 50;
export const NEWEST_FIRST = '-number';

export const incidentParsers = {
  search: parseAsString.withDefault(''),
  state: parseAsArrayOf(parseAsStringLiteral(INCIDENT_STATES)).withDefault([]),
  severity: parseAsArrayOf(parseAsStringLiteral(FAILURE_STATES)).withDefault([]),
  /** A technicalName. */
  component: parseAsString,
  /** Dates such as 2026-11-21 in the reader's time zone; both are included. */
  since: parseAsString,
  until: parseAsString,
  sort: parseAsStringLiteral(INCIDENT_SORTS).withDefault(NEWEST_FIRST),
};

export type IncidentFilters = inferParserType<typeof incidentParsers>;
export type ChangeFilters = (change: Partial<{ [Field in keyof IncidentFilters]: IncidentFilters[Field] | null }>) => void;

export const NO_FILTERS = { search: null, state: null, severity: null, component: null, since: null, until: null } as const;

/** The address of the list with these filters in that order: `page` without them if both are the usual ones. */
export const listHref = createSerializer(incidentParsers);

/** Whether anything may be left out; the order leaves nothing out. */
export function hasFilters({ search, state, severity, component, since, until }: IncidentFilters): boolean {
  return (
    search.trim() !== '' ||
    state.length > 0 ||
    severity.length > 0 ||
    [component, since, until].some((value) => value !== null && value !== '')
  );
}

/** The start of a day plus `daysLater` days, as an ISO timestamp; null if the text is no date. */
function dayStart(day: string | null, daysLater: number): string | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  if (found === null) return null;
  const [year = 0, month = 0, date = 0] = found.slice(1).map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** The query for one section of the list; null if the filters exclude the whole section. */
function questionOf(
  { search, state, severity, component, since, until, sort }: IncidentFilters,
  part: readonly IncidentState[],
): IncidentListInput | null {
  const states = part.filter((one) => state.length === 0 || state.includes(one));
  if (states.length === 0) return null;
  const [from, before] = [dayStart(since, 0), dayStart(until, 1)];
  return {
    state: states,
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(severity.length === 0 ? {} : { severity }),
    ...(component === null || component === '' ? {} : { component }),
    ...(from === null ? {} : { since: from }),
    ...(before === null ? {} : { until: before }),
    ...(sort === NEWEST_FIRST ? {} : { sort }),
  };
}

/** What the list asks for a section, page by page. */
export function firstPageOf(question: IncidentListInput) {
  return [{ ...question, limit: PAGE }, { getNextPageParam: ({ nextCursor }: IncidentPage) => nextCursor }] as const;
}

/** The queries of both sections: unresolved, then closed. */
export function questionsOf(filters: IncidentFilters): { unresolved: IncidentListInput | null; closed: IncidentListInput | null } {
  return { unresolved: questionOf(filters, UNRESOLVED_STATES), closed: questionOf(filters, CLOSED_STATES) };
}
