/** The last grouping that a person chose in this browser, by tenant: the landscape opens with it unless its address says otherwise. */
'use client';

import { useEffect } from 'react';
import { useTenant } from '@/client/tenantContext';
import type { Grouping } from '@/contract/landscapePicture';
import { GROUPINGS } from '@/contract/values/picture';
import type { LandscapeView, ViewChange } from './landscapeAddress';

const keyOf = (tenantId: string): string => `faultline.grouping.${tenantId}`;

/** Null if none was chosen, or if the browser keeps nothing. */
function remembered(tenantId: string): Grouping | null {
  try {
    const kept = window.localStorage.getItem(keyOf(tenantId));
    return GROUPINGS.find((one) => one === kept) ?? null;
  } catch {
    return null;
  }
}

/** Returns what to call when somebody chooses a grouping. `replace` changes the address without a step back. */
export function useRememberedGrouping(view: LandscapeView, replace: (change: ViewChange) => void): (chosen: Grouping) => void {
  const { tenantId } = useTenant();
  const isPlain = view.grouping === null && view.level === null && view.focus.length === 0 && view.group === null && view.at === null;
  // Only when the page opens: later, no grouping in the address is a choice.
  useEffect(() => {
    const grouping = isPlain ? remembered(tenantId) : null;
    if (grouping !== null) replace({ grouping });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [tenantId]);
  return (chosen) => {
    try {
      window.localStorage.setItem(keyOf(tenantId), chosen);
    } catch {
      // A private window keeps nothing.
    }
  };
}
