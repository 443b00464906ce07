/** Escape leaves the wall. In full screen the browser takes the key for itself and says only that full screen has ended. */
'use client';

import { useEffect, useRef } from 'react';

export function useLeaveByEscape(onLeave: () => void): void {
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  }, [onLeave]);
  useEffect(() => {
    let wasFullScreen = document.fullscreenElement !== null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') leave.current();
    };
    const onFullScreen = (): void => {
      const isFullScreen = document.fullscreenElement !== null;
      if (wasFullScreen && !isFullScreen) leave.current();
      wasFullScreen = isFullScreen;
    };
    window.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onFullScreen);
    };
  }, []);
}
