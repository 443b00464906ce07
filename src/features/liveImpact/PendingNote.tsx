/** Signals that were accepted but are not in the picture yet, and why if it takes too long. */
'use client';

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countOf } from '@/plain/counts';
import { useTRPC } from '@/client/trpc';
import { Timestamp } from '@/ui/Timestamp';

export function PendingNote({ pendingSignals }: { pendingSignals: number }) {
  const trpc = useTRPC();
  const signals = useQuery({ ...trpc.health.signals.queryOptions({ limit: 1 }), enabled: pendingSignals > 0, refetchInterval: 10_000 });
  if (pendingSignals === 0) return null;
  const work = signals.data?.work;
  return (
    <Text size="sm" role="status">
      {countOf(pendingSignals, 'accepted signal')} {pendingSignals === 1 ? 'is' : 'are'} not processed yet.
      {work !== undefined && work.nextAttemptAt !== null && (
        <>
          {' '}
          Processing failed {countOf(work.failedAttempts, 'time')} in a row; the next attempt is at <Timestamp at={work.nextAttemptAt} />.
        </>
      )}
    </Text>
  );
}
