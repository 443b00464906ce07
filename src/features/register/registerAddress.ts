/** The state of the register page, kept in its URL, and the queries made from it. */
'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates, type Values } from 'nuqs';
import type { RegisterFileInput } from '@/contract/securityRegister';
import { REGISTER_STATUSES } from '@/domain/register/registerEntry';
import { REGISTER_VERDICTS } from '@/domain/register/registerShares';
import { CLASSIFICATIONS, CRITICALITY_TIERS, DEPENDENCY_TYPES } from '@/domain/vocabulary';

const parsers = {
  status: parseAsStringLiteral(REGISTER_STATUSES),
  search: parseAsString.withDefault(''),
  application: parseAsString,
  tiers: parseAsArrayOf(parseAsStringLiteral(CRITICALITY_TIERS)).withDefault([]),
  types: parseAsArrayOf(parseAsStringLiteral(DEPENDENCY_TYPES)).withDefault([]),
  verdicts: parseAsArrayOf(parseAsStringLiteral(REGISTER_VERDICTS)).withDefault([]),
  classes: parseAsArrayOf(parseAsStringLiteral(CLASSIFICATIONS)).withDefault([]),
  highest: parseAsArrayOf(parseAsStringLiteral(CRITICALITY_TIERS)).withDefault([]),
  external: parseAsBoolean,
  personal: parseAsBoolean,
  unprotected: parseAsBoolean,
  at: parseAsString,
};

export type RegisterView = Values<typeof parsers>;
export type ChangeRegisterView = (change: Partial<{ [Field in keyof RegisterView]: RegisterView[Field] | null }>) => void;

/** The back button undoes one choice at a time; typing a search adds no history entries. */
export function useRegisterView(): [RegisterView, ChangeRegisterView] {
  const [view, setView] = useQueryStates(parsers, { scroll: false });
  return [view, (change) => void setView(change, { history: 'search' in change ? 'replace' : 'push' })];
}

export function registerInput({
  status,
  search,
  application,
  tiers,
  types,
  verdicts,
  classes,
  highest,
  external,
  personal,
  unprotected,
  at,
}: RegisterView): RegisterFileInput {
  return {
    ...(status === null ? {} : { status }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(application === null ? {} : { application }),
    ...(tiers.length === 0 ? {} : { criticalityTier: tiers }),
    ...(types.length === 0 ? {} : { dependencyType: types }),
    ...(verdicts.length === 0 ? {} : { verdict: verdicts }),
    ...(classes.length === 0 ? {} : { dataClass: classes }),
    ...(highest.length === 0 ? {} : { highestTier: highest }),
    ...(external === null ? {} : { isExternal: external }),
    ...(personal === null ? {} : { personalData: personal }),
    ...(unprotected === null ? {} : { unprotected }),
    ...(at === null ? {} : { at }),
  };
}

/** Whether a filter is set. */
export function isNarrowed(view: RegisterView): boolean {
  const { at: _at, ...filters } = registerInput(view);
  return Object.keys(filters).length > 0;
}
