/** The dependencies that a line of the picture stands for. */
'use client';

import { Box, Stack, Text, UnstyledButton } from '@mantine/core';
import { modeLabel } from '@/client/labels/dependencyLabels';
import { TYPE_LABELS } from '@/client/labels/labels';
import type { Picture, PictureLine } from '@/contract/picture';
import { countOf } from '@/plain/counts';
import { SidePanel } from '@/ui/SidePanel';
import { nameOnPicture } from '@/features/landscape/picture/nameOnPicture';
import classes from './RowList.module.css';

interface Props {
  line: PictureLine;
  data: Picture;
  onSelect(component: string): void;
  onClose(): void;
}

export function LinePanel({ line: { from, to, dependencies }, data, onSelect, onClose }: Props) {
  const title = `${nameOnPicture(data, from)} → ${nameOnPicture(data, to)}`;
  return (
    <SidePanel
      title={title}
      label={`Dependencies from ${nameOnPicture(data, from)} on ${nameOnPicture(data, to)}`}
      onClose={onClose}
      subtitle={countOf(dependencies.length, 'dependency', 'dependencies')}
    >
      <Stack gap="sm" component="ul" className={classes.list}>
        {dependencies.map(({ id, source, target, look }) => (
          <li key={id}>
            <UnstyledButton className={classes.neighbour} onClick={() => onSelect(source.id)}>
              {source.name}
            </UnstyledButton>
            <Box pl="md">
              <Text size="xs" c="dimmed">
                {TYPE_LABELS[look.dependencyType]} · {modeLabel(look)}
              </Text>
              <UnstyledButton className={classes.neighbour} onClick={() => onSelect(target.id)}>
                {target.name}
              </UnstyledButton>
            </Box>
          </li>
        ))}
      </Stack>
    </SidePanel>
  );
}
