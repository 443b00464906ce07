/** Upstream: the components whose failure would hurt most, worst first. */
'use client';

import { Box, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { KindIcon } from '@/client/symbols/KindIcon';
import { StateMark } from '@/client/symbols/StateMark';
import { countOf } from '@/plain/counts';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { hoverIntent } from '@/ui/hoverIntent';
import classes from './CauseRanking.module.css';
import { rankCauses } from './impactWords';

const RANKED = 10;

interface Props {
  answer: BlastRadiusAnswer;
  onSelect(componentId: string): void;
  onLikely(componentId: string): void;
}

export function CauseRanking({ answer, onSelect, onLikely }: Props) {
  const ranked = rankCauses(answer.components).slice(0, RANKED);
  return (
    <Box component="section" aria-label="What could cause it">
      <Title order={3} mb={4}>
        What could cause it
      </Title>
      <Text size="xs" c="dimmed" mb={4}>
        What {answer.entity.name} would fall to if one of these alone were in the state {answer.state}.
      </Text>
      {ranked.length === 0 && <Text size="sm">It depends on nothing.</Text>}
      <ol className={classes.ranking}>
        {ranked.map(({ id, name, kind, depth, expectedState }) => (
          <li key={id}>
            <UnstyledButton className={classes.cause} onClick={() => onSelect(id)} {...hoverIntent(() => onLikely(id))}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Group gap={7} wrap="nowrap" miw={0}>
                  <KindIcon kind={kind} />
                  <Text size="sm" truncate>
                    {name}
                    <Text span size="xs" c="dimmed">
                      {' '}
                      · {countOf(depth, 'hop')}
                    </Text>
                  </Text>
                </Group>
                <StateMark state={expectedState} />
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </Box>
  );
}
