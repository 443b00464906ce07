/** The exports of a view: files by name, and print. */
'use client';

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { memoByLook } from './memoByLook';

export interface ExportChoice {
  label: string;
  /** May take a moment; it handles its own errors. */
  onClick(): void;
}

/** Disabled without choices: their data has not loaded yet. */
export function ExportMenu({ choices }: { choices: readonly ExportChoice[] }) {
  return <Labelled labels={choices.map(({ label }) => label)} onChoose={(index) => choices[index]?.onClick()} />;
}

interface LabelledProps {
  labels: readonly string[];
  onChoose(index: number): void;
}

const Labelled = memoByLook(({ labels, onChoose }: LabelledProps) => (
  <Menu position="bottom-end" shadow="md" returnFocus>
    <Menu.Target>
      <Tooltip label="Export">
        <ActionIcon variant="default" size={30} aria-label="Export" disabled={labels.length === 0}>
          <IconDownload size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </Menu.Target>
    <Menu.Dropdown>
      {labels.map((label, index) => (
        <Menu.Item key={label} onClick={() => onChoose(index)}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconPrinter size={14} aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
));
