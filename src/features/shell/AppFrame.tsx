/** The frame around a tenant's pages: where one can go, which tenant this is, who is signed in. */
'use client';

import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import type { Membership } from '@/client/tenantContext';
import { isWallScreen } from '@/client/wallScreen';
import { Wordmark } from '@/ui/Wordmark';
import { Navigation } from './Navigation';
import classes from './AppFrame.module.css';

interface Props {
  person: { name: string; email: string };
  memberships: readonly Membership[];
  children: ReactNode;
}

export function AppFrame({ person, memberships, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const pathname = usePathname();
  const isWall = isWallScreen(pathname, useSearchParams());
  useEffect(close, [pathname, close]);
  return (
    <AppShell disabled={isWall} header={{ height: { base: 48, md: 0 } }} navbar={{ width: 212, breakpoint: 'md', collapsed: { mobile: !isOpen } }} padding={0}>
      <a href="#content" className="skip-link">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="md" withBorder={false} className={classes.header}>
        <Group h="100%" px="sm" gap="xs">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'} />
          <Wordmark />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar withBorder={false} className={classes.navigation} p="xs" aria-label="Main">
        <Navigation person={person} memberships={memberships} />
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main} tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
