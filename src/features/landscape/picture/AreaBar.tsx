/** What an area contains, and a button that adds it to a scenario. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { ScenarioButton } from '@/client/ScenarioButton';
import { useTRPC } from '@/client/trpc';
import type { Picture, PictureInput } from '@/contract/picture';
import { MOST_MEMBERS_ADDED } from '@/contract/values/picture';
import { countOf } from '@/plain/counts';
import classes from './AreaBar.module.css';
import { contentOf } from './areaContent';

interface Props {
  data: Picture;
  /** The question that the picture answers. */
  input: PictureInput;
  /** What was in the area. */
  chosen: readonly string[];
  onClose(): void;
}

export function AreaBar({ data, input, chosen, onClose }: Props) {
  const trpc = useTRPC();
  const bar = useRef<HTMLDivElement>(null);
  const { components, asked } = useMemo(() => contentOf(data, chosen), [data, chosen]);
  const isBeyond = asked.length > MOST_MEMBERS_ADDED;
  const members = useQuery(
    trpc.landscape.pictureMembers.queryOptions(asked.length === 0 || isBeyond ? skipToken : { ...input, things: [...asked] }),
  );
  useEffect(() => bar.current?.focus(), [chosen]);
  useHotkeys([['Escape', onClose]]);
  const ids = [...new Set([...components, ...(members.data?.componentIds ?? [])])];
  const isTooMany = isBeyond || ids.length > MOST_MEMBERS_ADDED || (members.data?.total ?? 0) > MOST_MEMBERS_ADDED;
  const isPending = asked.length > 0 && !isBeyond && members.isPending;
  return (
    <div ref={bar} className={classes.bar} role="group" aria-label="Contents of the frame" tabIndex={-1}>
      {members.isError ? (
        <FailureNote title="The contents of the frame could not be loaded" error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <Group gap="sm" justify="center">
          <Text size="sm" role="status">
            {isPending ? 'Counting…' : wordsFor(ids.length, isTooMany)}
          </Text>
          {!isPending && !isTooMany && ids.length > 0 && (
            <ScenarioButton size="xs" count={ids.length} entities={ids.map((id) => ({ kind: 'component', id }))} />
          )}
          <Button size="xs" variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      )}
    </div>
  );
}

function wordsFor(count: number, isTooMany: boolean): string {
  if (isTooMany)
    return `More than ${MOST_MEMBERS_ADDED} components. A scenario takes ${MOST_MEMBERS_ADDED}: draw a smaller frame, or add an application or hosting zone as a whole.`;
  return count === 0 ? 'No component in the frame.' : `${countOf(count, 'component')} selected`;
}
