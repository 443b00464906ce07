/** Links to all pages, the tenant, sample data, and the person. What does not fit scrolls, with the current page always in view. */
'use client';

import { Box, Kbd, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBook, IconSearch, IconSettings } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, type ReactNode } from 'react';
import { PageLink } from '@/client/PageLink';
import { isAt, pageHref, pagesIn, type PageGroup } from '@/client/pages';
import { useTenant, type Membership } from '@/client/tenantContext';
import { Wordmark } from '@/ui/Wordmark';
import classes from './AppFrame.module.css';
import { PersonMenu } from './PersonMenu';
import { SampleDataCard } from './SampleDataCard';
import { scrollToCurrent } from './scrollToCurrent';
import { TenantSwitch } from './TenantSwitch';
import { palette } from './palette';

interface Props {
  person: { name: string; email: string };
  memberships: readonly Membership[];
  isSampleFolded: boolean;
}

const ICON = { size: 17, stroke: 1.6, 'aria-hidden': true } as const;

export function Navigation({ person, memberships, isSampleFolded }: Props) {
  return (
    <Stack h="100%" gap="xs">
      <Box px={9} py={6} visibleFrom="md">
        <Wordmark />
      </Box>
      <TenantSwitch memberships={memberships} />
      <SampleDataCard isFoldedAtFirst={isSampleFolded} />
      <UnstyledButton className={classes.find} onClick={palette.open}>
        <IconSearch size={15} aria-hidden="true" />
        Find anything
        <Kbd size="xs" aria-hidden="true">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <PageLinks />
      <SettingsLink />
      <PersonMenu person={person} />
    </Stack>
  );
}

function PageLinks() {
  const viewport = useRef<HTMLDivElement>(null);
  const pathname = usePathname();
  useEffect(() => {
    const held = viewport.current;
    if (held === null) return undefined;
    const show = (): void => scrollToCurrent(held);
    show();
    const observer = new ResizeObserver(show);
    observer.observe(held);
    return () => observer.disconnect();
  }, [pathname]);
  return (
    <ScrollArea style={{ flex: 1, minHeight: 0 }} mt={4} type="auto" offsetScrollbars="present" scrollbarSize={6} viewportRef={viewport}>
      <PageGroupLinks group="Explore" />
      <PageGroupLinks group="Maintain">
        <a href="/docs/guides" className={classes.link}>
          <IconBook {...ICON} />
          Guides and API
        </a>
      </PageGroupLinks>
    </ScrollArea>
  );
}

function PageGroupLinks({ group, children }: { group: PageGroup; children?: ReactNode }) {
  const { tenantId, role } = useTenant();
  return (
    <Stack gap={1} mb="sm" role="group" aria-label={group}>
      <Text size="xs" c="dimmed" px={9} py={2} aria-hidden="true">
        {group}
      </Text>
      {pagesIn(group, role).map(({ path, label, short, Icon }) => (
        <NavigationLink key={path} href={pageHref(tenantId, path)} icon={<Icon {...ICON} />} label={short ?? label} />
      ))}
      {children}
    </Stack>
  );
}

/** Opens the first tab that this person can use, and is the current page on all of them. A single tab is a page of its own. */
function SettingsLink() {
  const { tenantId, role } = useTenant();
  const pages = pagesIn('Settings', role);
  const [first] = pages;
  const pathname = usePathname();
  if (first === undefined) return null;
  const Icon = pages.length === 1 ? first.Icon : IconSettings;
  return (
    <NavigationLink
      href={pageHref(tenantId, first.path)}
      icon={<Icon {...ICON} />}
      label={pages.length === 1 ? first.label : 'Settings'}
      isCurrent={pages.some(({ path }) => isAt(pathname, pageHref(tenantId, path)))}
    />
  );
}

function NavigationLink({ href, icon, label, isCurrent }: { href: string; icon: ReactNode; label: string; isCurrent?: boolean }) {
  const pathname = usePathname();
  const isLit = isCurrent ?? isAt(pathname, href);
  return (
    <PageLink href={href} className={classes.link} {...(isLit ? { 'aria-current': 'page' as const } : {})}>
      {icon}
      {label}
    </PageLink>
  );
}
