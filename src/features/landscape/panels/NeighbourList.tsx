/** What a component depends on, or what depends on it. */
'use client';

import { Box, Text, Title, UnstyledButton } from '@mantine/core';
import { KindIcon } from '@/client/symbols/KindIcon';
import { modeLabel } from '@/client/labels/dependencyLabels';
import { TYPE_LABELS } from '@/client/labels/labels';
import type { Neighbour } from '@/contract/landscapePicture';
import { hoverIntent } from '@/ui/hoverIntent';
import classes from './NeighbourList.module.css';

interface Props {
  title: string;
  /** The number of all; `neighbours` may list only the first ones. */
  count: number;
  neighbours: readonly Neighbour[];
  empty: string;
  onSelect(id: string): void;
  onLikely(id: string): void;
}

export function NeighbourList({ title, count, neighbours, empty, onSelect, onLikely }: Props) {
  return (
    <Box component="section" aria-label={title}>
      <Title order={3} mb={4}>
        {title} ({count.toLocaleString('en')})
      </Title>
      {count === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ul className={classes.list}>
        {neighbours.map((neighbour) => (
          <li key={neighbour.dependencyId}>
            <UnstyledButton
              className={classes.neighbour}
              onClick={() => onSelect(neighbour.component.id)}
              {...hoverIntent(() => onLikely(neighbour.component.id))}
            >
              <span className={classes.row}>
                <KindIcon kind={neighbour.component.kind} />
                <span className={classes.words}>
                  <span className={classes.name}>
                    {neighbour.component.name}
                    <span className={classes.aside}> · {neighbour.applicationName}</span>
                  </span>
                  <span className={classes.more}>
                    {TYPE_LABELS[neighbour.dependencyType]} · {modeLabel(neighbour)}
                  </span>
                </span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {neighbours.length < count && (
        <Text size="xs" c="dimmed">
          The first {neighbours.length} are listed.
        </Text>
      )}
    </Box>
  );
}
