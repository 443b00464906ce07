/** The providers around every page: theme, notifications, and state kept in the URL. */
'use client';

import { MantineProvider } from '@mantine/core';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useEffect, type ReactNode } from 'react';
import { fetchAtRest } from '@/ui/later';
import { laterPart } from '@/ui/laterPart';
import { useHasNotices } from '@/ui/notify';
import { cssVariables, theme } from '@/ui/theme';
import { usePrinting } from '@/ui/usePrinting';
import { takeEarlyInputOfFrame } from './earlyInput';
import { KeepWindow } from './KeepWindow';

const Notices = laterPart(async () => (await import('@/ui/Notices')).Notices);

export function AppProviders({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  // Paper is white, whatever the screen shows.
  const forced = usePrinting() ? { forceColorScheme: 'light' as const } : {};
  const hasNotices = useHasNotices();
  useEffect(takeEarlyInputOfFrame, []);
  useEffect(fetchAtRest, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...forced}
      {...(nonce === undefined ? {} : { getStyleNonce: () => nonce })}
    >
      <KeepWindow />
      {hasNotices && <Notices />}
      <NuqsAdapter>{children}</NuqsAdapter>
    </MantineProvider>
  );
}
