/** The menu of a row: its actions and, below a line, the one that deletes it. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** `children` are items of a menu. */
export function RowMenu({ label, children, onDelete }: { label: string; children: ReactNode; onDelete(): void }) {
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
        <Menu.Item c="var(--mantine-color-error)" onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
