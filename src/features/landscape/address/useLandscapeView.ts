/** What the landscape page shows: what its URL says. */
'use client';

import { useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { landscapeParsers, type ChangeView, type LandscapeView, type ViewChange } from './landscapeAddress';

/** `replace` leaves no step back in the history. */
export function useLandscapeView(): [view: LandscapeView, change: ChangeView, replace: ChangeView] {
  const [view, setView] = useQueryStates(landscapeParsers, { history: 'push', scroll: false });
  const change = useCallback((wanted: ViewChange) => void setView(wanted), [setView]);
  const replace = useCallback((wanted: ViewChange) => void setView(wanted, { history: 'replace' }), [setView]);
  return [view, change, replace];
}
