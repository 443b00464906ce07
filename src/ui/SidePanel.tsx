/** A panel beside a picture; below it in a narrow window. */
'use client';

import { ActionIcon, Box, Group, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './SidePanel.module.css';

interface Props {
  title: string;
  subtitle?: string;
  /** Whether the subtitle is a technical name. */
  isTechnical?: boolean;
  label: string;
  children: ReactNode;
  onClose(): void;
}

export function SidePanel({ title, subtitle, isTechnical = false, label, children, onClose }: Props) {
  return (
    <Box component="section" className={classes.panel} aria-label={label}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" className={classes.head}>
        <Box miw={0}>
          <Title order={2} className={classes.title}>
            {title}
          </Title>
          {subtitle !== undefined && (
            <Text size="xs" c="dimmed" {...(isTechnical ? { ff: 'monospace' } : {})}>
              {subtitle}
            </Text>
          )}
        </Box>
        <ActionIcon onClick={onClose} aria-label="Close the panel">
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Box className={classes.body} tabIndex={0} role="group" aria-label={title}>
        {children}
      </Box>
    </Box>
  );
}
