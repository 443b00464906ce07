/** Links to all pages, the tenant, the colour scheme and the person. */
'use client';

import {
  Avatar,
  Box,
  Group,
  Kbd,
  Menu,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconApi, IconDeviceDesktop, IconLogout, IconMoon, IconSearch, IconSun, IconUser } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageLink } from '@/client/PageLink';
import { PAGE_GROUPS, pageHref, pagesFor, type PageGroup } from '@/client/pages';
import { useTenant, type Membership } from '@/client/tenantContext';
import { Wordmark } from '@/ui/Wordmark';
import classes from './AppFrame.module.css';
import { SampleDataNote } from './SampleDataNote';
import { signOut } from './signOut';
import { TenantSwitch } from './TenantSwitch';
import { palette } from './palette';

interface Props {
  person: { name: string; email: string };
  memberships: readonly Membership[];
}

export function Navigation({ person, memberships }: Props) {
  return (
    <Stack h="100%" gap="xs">
      <Box px={9} py={6} visibleFrom="md">
        <Wordmark />
      </Box>
      <TenantSwitch memberships={memberships} />
      <SampleDataNote />
      <UnstyledButton className={classes.find} onClick={palette.open}>
        <IconSearch size={15} aria-hidden="true" />
        Find anything
        <Kbd size="xs" aria-hidden="true">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <ScrollArea style={{ flex: 1 }} mt={4} type="auto" offsetScrollbars="present" scrollbarSize={6}>
        {PAGE_GROUPS.map((group) => (
          <PageGroupLinks key={group} group={group} />
        ))}
      </ScrollArea>
      <SchemeSwitch />
      <PersonMenu person={person} />
    </Stack>
  );
}

function PageGroupLinks({ group }: { group: PageGroup }) {
  const { tenantId, role } = useTenant();
  const pages = pagesFor(role).filter((page) => page.group === group);
  if (pages.length === 0) return null;
  return (
    <Stack gap={1} mb="sm" role="group" aria-label={group}>
      <Text size="xs" c="dimmed" px={9} py={2} aria-hidden="true">
        {group}
      </Text>
      {pages.map(({ path, label, Icon }) => (
        <NavigationLink
          key={path}
          href={pageHref(tenantId, path)}
          icon={<Icon size={17} stroke={1.6} aria-hidden="true" />}
          label={label}
        />
      ))}
      {group === 'Maintain' && (
        <a href="/docs" className={classes.link}>
          <IconApi size={17} stroke={1.6} aria-hidden="true" />
          API reference
        </a>
      )}
    </Stack>
  );
}

function NavigationLink({ href, icon, label }: { href: string; icon: ReactNode; label: string }) {
  const pathname = usePathname();
  const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
  return (
    <PageLink href={href} className={classes.link} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
      {icon}
      {label}
    </PageLink>
  );
}

const SCHEMES = [
  { value: 'light', name: 'Light', Icon: IconSun },
  { value: 'dark', name: 'Dark', Icon: IconMoon },
  { value: 'auto', name: 'Follow the system', Icon: IconDeviceDesktop },
] as const;

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const data = SCHEMES.map(({ value, name, Icon }) => ({
    value,
    label: (
      <Box h={18} title={name}>
        <Icon size={15} stroke={1.7} aria-hidden="true" />
        <VisuallyHidden>{name}</VisuallyHidden>
      </Box>
    ),
  }));
  return (
    <SegmentedControl
      aria-label="Colour scheme"
      size="xs"
      fullWidth
      data={data}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
      suppressHydrationWarning
    />
  );
}

function PersonMenu({ person }: { person: { name: string; email: string } }) {
  const { tenantId } = useTenant();
  return (
    <Menu width={220} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.person} aria-label={`Signed in as ${person.name}`}>
          <Group gap="xs" wrap="nowrap">
            <Avatar size={26} radius="xl" name={person.name} color="indigo" aria-hidden="true" />
            <Text size="sm" truncate>
              {person.name}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{person.email}</Menu.Label>
        <Menu.Item leftSection={<IconUser size={15} />} component={PageLink} href={pageHref(tenantId, 'profile')}>
          Your profile
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
