/** The state of the register page, kept in its URL, and the queries made from it. */
'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates, type Values } from 'nuqs';
import { filled } from '@/client/filled';
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

export function registerInput(view: RegisterView): RegisterFileInput {
  const { status, search, application, unprotected, at } = view;
  return filled({
    status,
    search: search.trim() || null,
    application,
    criticalityTier: view.tiers,
    dependencyType: view.types,
    verdict: view.verdicts,
    dataClass: view.classes,
    highestTier: view.highest,
    isExternal: view.external,
    personalData: view.personal,
    unprotected,
    at,
  });
}

/** Whether a filter is set. */
export function isNarrowed(view: RegisterView): boolean {
  const { at: _at, ...filters } = registerInput(view);
  return Object.keys(filters).length > 0;
}
