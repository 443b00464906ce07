/** What every page stands in: theme, notifications, and state kept in the address. */
'use client';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useEffect, type ReactNode } from 'react';
import { cssVariables, theme } from '@/ui/theme';
import { usePrinting } from '@/ui/usePrinting';
import { takeEarlyInput } from './earlyInput';

export function AppProviders({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  // Paper is white, whatever the screen is.
  const forced = usePrinting() ? { forceColorScheme: 'light' as const } : {};
  useEffect(takeEarlyInput, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...forced}
      {...(nonce === undefined ? {} : { getStyleNonce: () => nonce })}
    >
      <Notifications position="bottom-right" />
      <NuqsAdapter>{children}</NuqsAdapter>
    </MantineProvider>
  );
}
