/** The scenario in question, kept in the URL: a link says all of it. */
'use client';

import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates, type Values } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { readMember, writtenMember, type BasketMember } from '@/client/scenarioBasket';
import type { ScenarioInput } from '@/contract/scenarios';
import type { SharedQuestion } from '@/contract/shareLinks';
import { isGuid } from '@/contract/values/guid';

/** A limit that keeps the URL reasonably short. */
const MOST_WITHHELD = 50;

const BASELINES = ['clean', 'live'] as const;

const LOOKS = ['lanes', 'table'] as const;

/** The picture and the table list at most this many components; counts and roll-ups are always complete. */
const LISTED_COMPONENTS = 1_000;

const parsers = {
  fail: parseAsArrayOf(parseAsString).withDefault([]),
  baseline: parseAsStringLiteral(BASELINES).withDefault('clean'),
  /** How long the failures last; null to leave that open. */
  minutes: parseAsInteger,
  /** Ids of dependencies that are assumed to pass no failure on. */
  withheld: parseAsArrayOf(parseAsString).withDefault([]),
  /** A past instant, to ask about the landscape as it was then; null for now. */
  at: parseAsString,
  view: parseAsStringLiteral(LOOKS).withDefault('lanes'),
  /** The saved scenario that is open. */
  scenario: parseAsString,
  /** Two runs to compare. Without `to`, compares `from` with the current answer. */
  from: parseAsString,
  to: parseAsString,
  /** What is selected in the picture. */
  item: parseAsString,
  /** The team or capability whose applications the columns show, where there are too many for all. */
  group: parseAsString,
};

export interface ScenarioView extends Omit<Values<typeof parsers>, 'fail'> {
  basket: BasketMember[];
}

/** `isReplacing`: the back button does not return to the view before. */
export type ChangeScenario = (next: Partial<ScenarioView>, options?: { isReplacing: boolean }) => void;

export function useScenarioView(): [ScenarioView, ChangeScenario] {
  const [{ fail, minutes, withheld: written, ...rest }, set] = useQueryStates(parsers, { history: 'push', scroll: false });
  const basket = useMemo(() => fail.flatMap((text) => readMember(text) ?? []), [fail]);
  const withheld = useMemo(() => written.filter(isGuid).slice(0, MOST_WITHHELD), [written]);
  const change = useCallback<ChangeScenario>(
    ({ basket: members, ...next }, { isReplacing } = { isReplacing: false }) =>
      void set(
        { ...next, ...(members === undefined ? {} : { fail: members.map(writtenMember) }) },
        { history: isReplacing ? 'replace' : 'push' },
      ),
    [set],
  );
  return [{ ...rest, basket, withheld, minutes: minutes !== null && minutes >= 1 ? Math.min(minutes, 5_256_000) : null }, change];
}

/** The question in the URL; null while nothing fails. For a past landscape, nothing else is known to be wrong. */
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

/** The question for a link; null while nothing is selected to fail. */
export function sharedQuestion(view: ScenarioView): SharedQuestion | null {
  const question = questionOf(view);
  if (question === null) return null;
  const { componentLimit: _componentLimit, ...asked } = question;
  return { page: 'scenarios', question: asked, ...(view.group === null ? {} : { group: view.group }) };
}
