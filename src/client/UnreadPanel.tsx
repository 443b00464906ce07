/** A panel beside a page whose thing has not been read: its outlines while it is on the way, else why it is not there. */
'use client';

import { Text } from '@mantine/core';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { SidePanel } from '@/ui/SidePanel';
import { FailureNote } from './FailureNote';
import { failureOf } from './failure';

interface Props {
  /** What kind of thing it is, as in "Component". */
  noun: string;
  query: { isError: boolean; error: unknown; refetch(): unknown };
  onClose(): void;
}

export function UnreadPanel({ noun, query, onClose }: Props) {
  const { isError, error, refetch } = query;
  const isGone = isError && failureOf(error).code === 'not_found';
  return (
    <SidePanel title={isGone ? 'Not found' : noun} label={noun} onClose={onClose}>
      {isGone && (
        <Text size="sm">What this link leads to is not in this landscape: it may have been deleted since. The audit log tells.</Text>
      )}
      {isError && !isGone && <FailureNote title="This could not be read" error={error} onRetry={() => void refetch()} />}
      {!isError && <LoadingFacts label="Reading it" rows={9} />}
    </SidePanel>
  );
}
