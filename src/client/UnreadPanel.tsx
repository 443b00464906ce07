/** The side panel while its content is loading, or could not be loaded. */
'use client';

import { Text } from '@mantine/core';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { SidePanel } from '@/ui/SidePanel';
import { FailureNote } from './FailureNote';
import { failureOf } from './failure';

interface Props {
  /** What kind of thing it is, for example "Component". */
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
        <Text size="sm">This link leads to something that is not in this landscape. It may have been deleted; see the audit log.</Text>
      )}
      {isError && !isGone && <FailureNote title="This could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!isError && <LoadingFacts label="Loading" rows={9} />}
    </SidePanel>
  );
}
