/** The filters and the order of the incident list, read from the URL and written to it. */
'use client';

import { useQueryStates } from 'nuqs';
import { incidentParsers, type ChangeFilters, type IncidentFilters } from './incidentFilters';

export function useIncidentFilters(): [IncidentFilters, ChangeFilters] {
  const [filters, setFilters] = useQueryStates(incidentParsers, { history: 'replace', scroll: false, throttleMs: 300 });
  return [filters, (change) => void setFilters(change)];
}
