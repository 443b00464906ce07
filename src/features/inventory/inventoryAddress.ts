/** The state of an inventory page, kept in its URL. */
'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { InventoryKind } from '@/contract/bulk';
import { DEPENDENCY_SORTS, ENTITY_SORTS } from '@/contract/values/lists';
import { useMemo } from 'react';
import { filtersOf } from './fields';

export type FilterValue = string | boolean | string[] | null;

export interface InventoryView {
  search: string;
  sort: string;
  /** The entity that is open beside the table. */
  open: string | null;
  filters: Readonly<Record<string, FilterValue>>;
}

export type InventoryViewChange = Partial<{ [Field in keyof InventoryView]: InventoryView[Field] | null }>;

export function defaultSort(kind: InventoryKind): string {
  return kind === 'dependency' ? 'source' : 'name';
}

/** The back button undoes one choice at a time; typing a search adds no history entries. */
export function useInventoryView(kind: InventoryKind): [InventoryView, (change: InventoryViewChange) => void] {
  const parsers = useMemo(() => {
    const sorts: readonly string[] = kind === 'dependency' ? DEPENDENCY_SORTS : ENTITY_SORTS;
    const filters = filtersOf(kind).map(({ name, input, options }) => [
      name,
      input === 'anyOf' ? parseAsArrayOf(parseAsStringLiteral(options)) : input === 'yesNo' ? parseAsBoolean : parseAsString,
    ]);
    return {
      search: parseAsString.withDefault(''),
      sort: parseAsStringLiteral(sorts).withDefault(defaultSort(kind)),
      open: parseAsString,
      ...(Object.fromEntries(filters) as Record<string, typeof parseAsString>),
    };
  }, [kind]);
  const [values, setValues] = useQueryStates(parsers, { scroll: false });
  const { search, sort, open, ...filters } = values;
  const change = ({ filters: changed, ...rest }: InventoryViewChange): void => {
    const isTyping = rest.search !== undefined;
    void setValues({ ...rest, ...changed } as Parameters<typeof setValues>[0], { history: isTyping ? 'replace' : 'push' });
  };
  return [{ search, sort, open, filters }, change];
}

export function isSet(value: FilterValue): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** The input of the list query. */
export function listInputOf({ search, sort, filters }: InventoryView): Record<string, unknown> {
  const stated = Object.entries(filters).filter(([, value]) => isSet(value));
  return { ...(search.trim() === '' ? {} : { search: search.trim() }), sort, ...Object.fromEntries(stated) };
}

export function hasFilters(view: InventoryView): boolean {
  return Object.keys(listInputOf(view)).length > 1;
}
