/** The frame of a scrolling page: its heading, a sentence, actions, and the content below. */
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageFrame.module.css';

interface Props {
  title: string;
  /** One sentence on what this page is for. */
  intro?: ReactNode;
  /** Buttons at the right of the heading. */
  actions?: ReactNode;
  /**
   * Text and forms read better narrow (side by side if there is room for two), tables with few columns at a medium width; anything else
   * uses the full width.
   */
  width?: 'narrow' | 'medium' | 'whole';
  children: ReactNode;
}

export function PageFrame({ title, intro, actions, width = 'whole', children }: Props) {
  return (
    <Box className={classes.page}>
      <Stack gap="md" className={classes.content} data-width={width}>
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box miw={0} style={{ flex: '1 1 260px' }}>
            <Title order={1}>{title}</Title>
            {intro !== undefined && (
              <Text size="sm" c="dimmed" maw={720} style={{ textWrap: 'pretty' }}>
                {intro}
              </Text>
            )}
          </Box>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
        {width === 'narrow' ? <div className={classes.parts}>{children}</div> : children}
      </Stack>
    </Box>
  );
}
