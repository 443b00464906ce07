/** The scenario that is asked about, kept in the address: a link says it all. */
'use client';

import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { readMember, writtenMember, type BasketMember } from '@/client/scenarioBasket';
import type { ScenarioInput } from '@/contract/scenarios';
import { isGuid } from '@/contract/values/guid';

/** As many as an address holds with ease. */
const MOST_WITHHELD = 50;

const BASELINES = ['clean', 'live'] as const;
export type Baseline = (typeof BASELINES)[number];

/** The picture and the table list this many components; counts and roll-ups stay whole. */
const LISTED_COMPONENTS = 1_000;

const parsers = {
  fail: parseAsArrayOf(parseAsString).withDefault([]),
  baseline: parseAsStringLiteral(BASELINES).withDefault('clean'),
  minutes: parseAsInteger,
  /** Ids of dependencies that are supposed to pass nothing on. */
  withheld: parseAsArrayOf(parseAsString).withDefault([]),
  /** A past instant: the landscape as of then; null for the present. */
  at: parseAsString,
  view: parseAsStringLiteral(['lanes', 'table'] as const).withDefault('lanes'),
  /** The saved scenario that is open. */
  scenario: parseAsString,
  /** Two of its runs that are compared; without `to`, `from` with what it answers now. */
  from: parseAsString,
  to: parseAsString,
  /** What is chosen in the picture. */
  item: parseAsString,
};

export interface ScenarioView {
  basket: BasketMember[];
  baseline: Baseline;
  /** How long it lasts; null where that is not asked. */
  minutes: number | null;
  withheld: string[];
  at: string | null;
  view: 'lanes' | 'table';
  scenario: string | null;
  from: string | null;
  to: string | null;
  item: string | null;
}

export type ChangeScenario = (next: Partial<ScenarioView>) => void;

export function useScenarioView(): [ScenarioView, ChangeScenario] {
  const [{ fail, minutes, withheld: written, ...rest }, set] = useQueryStates(parsers, { history: 'push', scroll: false });
  const basket = useMemo(() => fail.flatMap((text) => readMember(text) ?? []), [fail]);
  const withheld = useMemo(() => written.filter(isGuid).slice(0, MOST_WITHHELD), [written]);
  const change = useCallback<ChangeScenario>(
    ({ basket: members, ...next }) => void set({ ...next, ...(members === undefined ? {} : { fail: members.map(writtenMember) }) }),
    [set],
  );
  return [{ ...rest, basket, withheld, minutes: minutes !== null && minutes >= 1 ? Math.min(minutes, 5_256_000) : null }, change];
}

/** The question that the address asks; null while nothing fails. Of a past landscape nothing is known to be wrong besides. */
export function questionOf({ basket, baseline, minutes, withheld, at }: ScenarioView): ScenarioInput | null {
  const failures = basket.flatMap(({ kind, id, state, isOff }) => (isOff ? [] : [{ entityType: kind, entity: id, state }]));
  if (failures.length === 0) return null;
  return {
    failures,
    baseline: at === null ? baseline : { at },
    durationMinutes: minutes,
    componentLimit: LISTED_COMPONENTS,
    ...(withheld.length === 0 ? {} : { withheldDependencies: withheld }),
  };
}
