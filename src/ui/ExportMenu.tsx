/** The exports of a view: files by name, and print. */
'use client';

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';

export interface ExportChoice {
  label: string;
  /** May take a moment; it handles its own errors. */
  onClick(): void;
}

/** Disabled without choices: their data has not loaded yet. */
export function ExportMenu({ choices }: { choices: readonly ExportChoice[] }) {
  return (
    <Menu position="bottom-end" shadow="md" returnFocus>
      <Menu.Target>
        <Tooltip label="Export">
          <ActionIcon variant="default" size={30} aria-label="Export" disabled={choices.length === 0}>
            <IconDownload size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPrinter size={14} aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
