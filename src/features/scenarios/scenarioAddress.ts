/** The scenario that is asked about, kept in the address: a link says it all. */
'use client';

import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { readMember, writtenMember, type BasketMember } from '@/client/scenarioBasket';
import type { ScenarioInput } from '@/contract/scenarios';

const BASELINES = ['clean', 'live'] as const;
export type Baseline = (typeof BASELINES)[number];

/** The picture and the table list this many components; counts and roll-ups stay whole. */
const LISTED_COMPONENTS = 1_000;

const parsers = {
  fail: parseAsArrayOf(parseAsString).withDefault([]),
  baseline: parseAsStringLiteral(BASELINES).withDefault('clean'),
  minutes: parseAsInteger,
  view: parseAsStringLiteral(['lanes', 'table'] as const).withDefault('lanes'),
  /** What is chosen in the picture. */
  item: parseAsString,
};

export interface ScenarioView {
  basket: BasketMember[];
  baseline: Baseline;
  /** How long it lasts; null where that is not asked. */
  minutes: number | null;
  view: 'lanes' | 'table';
  item: string | null;
}

export type ChangeScenario = (next: Partial<ScenarioView>) => void;

export function useScenarioView(): [ScenarioView, ChangeScenario] {
  const [{ fail, minutes, ...rest }, set] = useQueryStates(parsers, { history: 'push', scroll: false });
  const basket = useMemo(() => fail.flatMap((text) => readMember(text) ?? []), [fail]);
  const change = useCallback<ChangeScenario>(
    ({ basket: members, ...next }) => void set({ ...next, ...(members === undefined ? {} : { fail: members.map(writtenMember) }) }),
    [set],
  );
  return [{ ...rest, basket, minutes: minutes !== null && minutes >= 1 ? Math.min(minutes, 5_256_000) : null }, change];
}

/** The question that the address asks; null while nothing fails. */
export function questionOf({ basket, baseline, minutes }: ScenarioView): ScenarioInput | null {
  const failures = basket.flatMap(({ kind, id, state, isOff }) => (isOff ? [] : [{ entityType: kind, entity: id, state }]));
  if (failures.length === 0) return null;
  return { failures, baseline, durationMinutes: minutes, componentLimit: LISTED_COMPONENTS };
}
