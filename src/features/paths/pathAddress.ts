/** The two ends of the path to find, kept in the URL. */
'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { isGuid } from '@/contract/values/guid';

export interface PathView {
  /** What fails; null until it is selected. */
  from: { kind: EntityKind; id: string } | null;
  /** The component that may be reached; null until it is selected. */
  to: string | null;
}

const parsers = { fromKind: parseAsStringLiteral(ENTITY_KINDS), from: parseAsString, to: parseAsString };

/** Anything in the URL that is not an id counts as not selected. */
export function usePathView(): [PathView, (change: Partial<PathView>) => void] {
  const [{ fromKind, from, to }, set] = useQueryStates(parsers, { history: 'push', scroll: false });
  const view = {
    from: fromKind !== null && from !== null && isGuid(from) ? { kind: fromKind, id: from } : null,
    to: to !== null && isGuid(to) ? to : null,
  };
  const change = (next: Partial<PathView>): void => {
    void set({
      ...(next.from === undefined ? {} : { fromKind: next.from?.kind ?? null, from: next.from?.id ?? null }),
      ...(next.to === undefined ? {} : { to: next.to }),
    });
  };
  return [view, change];
}
