/** A placeholder for the facts of a panel or card while they load. */
import { Skeleton, Stack } from '@mantine/core';

const LENGTHS = ['32%', '78%', '54%', '66%', '40%', '72%'] as const;

export function LoadingFacts({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <Stack gap={12} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={10} width={LENGTHS[index % LENGTHS.length] ?? '50%'} />
      ))}
    </Stack>
  );
}
