/** Opens the landscape as it was last looked at, and keeps how it is looked at now. */
'use client';

import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Size } from '@/canvas/camera/viewport';
import { useTenant } from '@/client/tenantContext';
import type { Grouping } from '@/contract/landscapePicture';
import { lookCookie, type KeptLook } from './keptLook';
import { isUngrouped, type LandscapeView, type ViewChange } from './landscapeAddress';

const never = (): (() => void) => () => undefined;

/** The colours of the page; while it takes over what the server wrote, those of before. */
export function useScheme(kept: KeptLook | null): 'light' | 'dark' {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return useSyncExternalStore(
    never,
    () => scheme,
    () => kept?.scheme ?? 'light',
  );
}

/**
 * What is shown: with the grouping that somebody chose last, unless the address says otherwise. Only when the page opens: later, no grouping in
 * the address is a choice. `replace` changes the address without a step back.
 */
export function useGroupedAsBefore(view: LandscapeView, kept: KeptLook | null, replace: (change: ViewChange) => void): LandscapeView {
  const [opening, setOpening] = useState(isUngrouped(view) ? (kept?.grouping ?? null) : null);
  useEffect(() => {
    if (opening === null) return;
    replace({ grouping: opening });
    setOpening(null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once
  }, []);
  return opening === null ? view : { ...view, grouping: opening };
}

/** Keeps the look for the next visit; returns what to call when somebody chooses a grouping. */
export function useKeepLook(kept: KeptLook | null, size: Size | null, scheme: 'light' | 'dark'): (chosen: Grouping) => void {
  const { tenantId } = useTenant();
  const [grouping, setGrouping] = useState(kept?.grouping ?? null);
  useEffect(() => {
    if (size !== null) document.cookie = lookCookie(tenantId, { size, scheme, grouping });
  }, [tenantId, size, scheme, grouping]);
  return useCallback((chosen: Grouping) => setGrouping(chosen), []);
}
