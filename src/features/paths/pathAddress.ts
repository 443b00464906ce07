/** From what to what a path is looked for, kept in the address. */
'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { isGuid } from '@/contract/values/guid';

export interface PathView {
  /** What fails; null until it is chosen. */
  from: { kind: EntityKind; id: string } | null;
  /** The component that it may reach; null until it is chosen. */
  to: string | null;
}

const parsers = { fromKind: parseAsStringLiteral(ENTITY_KINDS), from: parseAsString, to: parseAsString };

/** What is no id in the address counts as not chosen. */
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
