/** A text with a button that copies it. */
'use client';

import { ActionIcon, Box, Code, Group, Text, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './CopyBox.module.css';

interface Props {
  label: string;
  text: string;
  /** Breaks long lines instead of scrolling, for a token or a command. */
  isToken?: boolean;
}

export function CopyBox({ label, text, isToken = false }: Props) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const name = copied ? 'Copied' : `Copy: ${label.toLowerCase()}`;
  return (
    <Box>
      <Text size="xs" c="dimmed" mb={4} aria-hidden="true">
        {label}
      </Text>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Code block className={isToken ? classes.token : classes.lines} tabIndex={0} role="group" aria-label={label}>
          {text}
        </Code>
        <Tooltip label={name}>
          <ActionIcon variant="default" size={32} aria-label={name} onClick={() => copy(text)}>
            {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
          </ActionIcon>
        </Tooltip>
      </Group>
    </Box>
  );
}
