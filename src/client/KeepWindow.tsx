/** Keeps the size of the window and the colours of the page for the server. Renders nothing. */
'use client';

import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { windowCookie } from './keptWindow';

export function KeepWindow(): null {
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    document.cookie = windowCookie({ width: window.innerWidth, height: window.innerHeight, scheme });
  }, [scheme]);
  return null;
}
