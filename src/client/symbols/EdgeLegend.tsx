/** The meaning of a picture's lines. */
import { Group, Stack, Text } from '@mantine/core';
import { DEPENDENCY_MODES, type DependencyMode } from '@/domain/vocabulary';
import { MODE_DASHES } from './edgeStyles';

const MEANINGS: Readonly<Record<DependencyMode, string>> = {
  Hard: 'Hard: fails with it',
  Degraded: 'Degraded: works, but worse',
  Soft: 'Soft: can do without it',
  Async: 'Async: notices later',
};

function Sample({ dashes, head }: { dashes: readonly number[] | null; head: 'filled' | 'hollow' | 'bar' }) {
  return (
    <svg
      width="38"
      height="10"
      viewBox="0 0 38 10"
      aria-hidden="true"
      style={{ flex: 'none' }}
      stroke="currentColor"
      fill="none"
      strokeWidth="1.6"
    >
      <path d="M1 5H29" strokeDasharray={dashes?.join(' ') ?? 'none'} />
      {head === 'bar' ? (
        <path d="M30 1V9" strokeWidth="2" />
      ) : (
        <path d="M29 1.5L36 5L29 8.5z" fill={head === 'filled' ? 'currentColor' : 'none'} strokeWidth="1.2" />
      )}
    </svg>
  );
}

function Row({ dashes, head, text }: { dashes: readonly number[] | null; head: 'filled' | 'hollow' | 'bar'; text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" component="li">
      <Sample dashes={dashes} head={head} />
      <Text size="xs">{text}</Text>
    </Group>
  );
}

export function EdgeLegend({ arrow }: { arrow: string }) {
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Lines">
      {DEPENDENCY_MODES.map((mode) => (
        <Row key={mode} dashes={MODE_DASHES[mode]} head="filled" text={MEANINGS[mode]} />
      ))}
      <Row dashes={null} head="hollow" text="Optional: one level milder" />
      <Row dashes={null} head="bar" text="Does not propagate" />
      <Text size="xs" c="dimmed" component="li">
        {arrow}
      </Text>
    </Stack>
  );
}
