/** What a page of pictures offers besides its controls: the wall screen. */
'use client';

import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDeviceTv, IconDots } from '@tabler/icons-react';
import { useGo } from './live/NavigationGuard';
import { useTenant } from './tenantContext';
import { openWallScreen } from './wallScreen';

export function MoreMenu() {
  const { tenantId } = useTenant();
  const go = useGo();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More">
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDeviceTv size={15} aria-hidden="true" />} onClick={() => openWallScreen(tenantId, go)}>
          Wall screen
          <Text size="xs" c="dimmed">
            Live impact, readable across a room. Escape leaves it.
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
