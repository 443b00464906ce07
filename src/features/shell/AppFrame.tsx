/** The frame around a tenant's pages: navigation, the current tenant, and who is signed in. */
'use client';

import { ActionIcon, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { useDemoOutage } from '@/client/demo/DemoOutageProvider';
import { useTenant, type Membership } from '@/client/tenantContext';
import { isWallScreen } from '@/client/wallScreen';
import { laterPart } from '@/ui/laterPart';
import { Wordmark } from '@/ui/Wordmark';
import classes from './AppFrame.module.css';
import { CommandPalette } from './CommandPalette';
import { ConnectionBanner } from './ConnectionBanner';
import { Navigation } from './Navigation';
import { SettingsTabs } from './SettingsTabs';
import { ShortcutSheet } from './ShortcutSheet';
import { useShortcuts } from './useShortcuts';
import { palette } from './palette';

/** Only who plays an outage needs it. */
const OutageGuide = laterPart(async () => (await import('@/client/demo/OutageGuide')).OutageGuide);

interface Props {
  person: { name: string; email: string };
  memberships: readonly Membership[];
  /** Whether the card about sample data was folded when it was last seen. */
  isSampleFolded: boolean;
  children: ReactNode;
}

export function AppFrame({ person, memberships, isSampleFolded, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [isSheetOpen, sheet] = useDisclosure(false);
  useShortcuts({ onSheet: sheet.open });
  const { isDemo } = useTenant();
  const isPlaying = useDemoOutage().scene !== null;
  const pathname = usePathname();
  const isWall = isWallScreen(pathname, useSearchParams());
  // It would cover the caption of an outage that was just started in it.
  useEffect(close, [pathname, isPlaying, close]);
  // A link to the page that is open already leaves the path as it is.
  const closeAfterLink = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a') !== null) close();
  };
  return (
    <AppShell
      disabled={isWall}
      header={{ height: { base: 48, md: 0 } }}
      navbar={{ width: 212, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a href="#content" className="skip-link">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="md" withBorder={false} className={classes.header}>
        <Group h="100%" px="sm" gap="xs">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'} />
          <Wordmark />
          {isDemo && (
            <Text size="xs" className={classes.sampleMark}>
              Sample data
            </Text>
          )}
          <ActionIcon ml="auto" size={32} aria-label="Find anything" onClick={palette.open}>
            <IconSearch size={18} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar withBorder={false} className={classes.navigation} p="xs" aria-label="Main" onClick={closeAfterLink}>
        <Navigation person={person} memberships={memberships} isSampleFolded={isSampleFolded} />
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main} tabIndex={-1}>
        <ConnectionBanner />
        {isPlaying && !isWall && <OutageGuide />}
        <SettingsTabs />
        {children}
        <div id="hints" className={classes.hints} />
      </AppShell.Main>
      <CommandPalette memberships={memberships} onSheet={sheet.open} />
      <ShortcutSheet isOpen={isSheetOpen} onClose={sheet.close} />
    </AppShell>
  );
}
