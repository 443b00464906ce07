/** Escape leaves the wall. In full screen the browser handles the key itself and reports only that full screen ended. */
'use client';

import { useEffect, useEffectEvent } from 'react';
import { useEscape } from '@/ui/useEscape';

export function useLeaveByEscape(onLeave: () => void): void {
  useEscape(onLeave);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    let wasFullScreen = document.fullscreenElement !== null;
    const onFullScreen = (): void => {
      const isFullScreen = document.fullscreenElement !== null;
      if (wasFullScreen && !isFullScreen) leave();
      wasFullScreen = isFullScreen;
    };
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => document.removeEventListener('fullscreenchange', onFullScreen);
  }, []);
}
