/** What the blast radius page asks and shows: what its URL says. */
'use client';

import { useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { blastRadiusParsers, type BlastRadiusView, type ChangeView } from './blastRadiusAddress';

export function useBlastRadiusView(): [BlastRadiusView, ChangeView] {
  const [view, setView] = useQueryStates(blastRadiusParsers, { history: 'push', scroll: false });
  const change = useCallback<ChangeView>((next) => void setView(next), [setView]);
  return [view, change];
}
