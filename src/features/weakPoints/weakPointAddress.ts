/** The entity whose weak points are shown, kept in the URL under the names of the REST API. */
'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { isGuid } from '@/contract/values/guid';
import {
  WEAK_POINT_ENTITY_KINDS,
  WEAK_POINT_STATES,
  type CutSetOrder,
  type WeakPointEntityKind,
  type WeakPointState,
} from '@/domain/graph/weakPoints/weakPointQuestion';

export interface WeakPointView {
  /** Null: all capabilities. */
  entity: { kind: WeakPointEntityKind; id: string } | null;
  state: WeakPointState;
  order: CutSetOrder;
}

/** Pairs, because nobody finds those without help. */
const USUAL_ORDER = 2;

const parsers = {
  entityType: parseAsStringLiteral(WEAK_POINT_ENTITY_KINDS),
  entityId: parseAsString,
  state: parseAsStringLiteral(WEAK_POINT_STATES).withDefault('Outage'),
  order: parseAsInteger.withDefault(USUAL_ORDER),
};

export type ChangeWeakPointView = (change: Partial<WeakPointView>) => void;

export function useWeakPointView(): [WeakPointView, ChangeWeakPointView] {
  const [{ entityType, entityId, state, order }, set] = useQueryStates(parsers, { history: 'push', scroll: false });
  const change = useCallback<ChangeWeakPointView>(
    ({ entity, ...next }) =>
      void set({ ...next, ...(entity === undefined ? {} : { entityType: entity?.kind ?? null, entityId: entity?.id ?? null }) }),
    [set],
  );
  const isChosen = entityType !== null && entityId !== null && isGuid(entityId);
  return [
    {
      entity: isChosen ? { kind: entityType, id: entityId } : null,
      state,
      order: order === 1 || order === 3 ? order : USUAL_ORDER,
    },
    change,
  ];
}
