/** What somebody changes for themselves: the profile, the theme of this browser, signing out. */
'use client';

import { Avatar, Group, Menu, Text, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core';
import { IconBell, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import classes from './AppFrame.module.css';
import { signOut } from './signOut';

const THEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'Follow the system', Icon: IconDeviceDesktop },
] as const;

export function PersonMenu({ person }: { person: { name: string; email: string } }) {
  const { tenantId } = useTenant();
  return (
    <Menu width={220} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <Group gap="xs" wrap="nowrap">
            <Avatar size={26} radius="xl" name={person.name} color="indigo" aria-hidden="true" />
            <VisuallyHidden>Signed in as</VisuallyHidden>
            <Text size="sm" truncate title={person.name}>
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
        <Menu.Item leftSection={<IconBell size={15} />} component={PageLink} href={pageHref(tenantId, 'notifications')}>
          Notifications
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div role="group" aria-label="Theme">
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}>
        {THEMES.map(({ value, label, Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={15} aria-hidden="true" />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
