/** The menu of a row: its actions and, below a line, the one that ends it. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  /** Items of a menu. */
  children: ReactNode;
  lastLabel?: string;
  onLast(): void;
}

export function RowMenu({ label, children, lastLabel = 'Delete', onLast }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" onClick={onLast}>
          {lastLabel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
