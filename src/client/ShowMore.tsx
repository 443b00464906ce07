/** Below a list with more pages: a button that loads the next one, and the error if that failed. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import classes from './ShowMore.module.css';
import { explain } from './failure';

/** The part of an infinite query that is needed here. */
export interface EndlessList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage(options: { cancelRefetch: boolean }): Promise<{ data?: { pages: readonly unknown[] } | undefined; isError: boolean }>;
  data?: { pages: readonly unknown[] } | undefined;
}

/** Live changes can come one after another; each of them reloads the list. */
const MOST_TRIES = 5;

/**
 * Reloading the list, as a live change does, cancels a page that is on its way. The page is then requested again, so that no press is lost.
 */
async function loadNext(list: EndlessList): Promise<void> {
  const before = list.data?.pages.length;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { data, isError } = await list.fetchNextPage({ cancelRefetch: false });
    if (isError || data?.pages.length !== before) return;
  }
}

interface Props {
  list: EndlessList;
  label: string;
  /** Shown beside the button, for example "50 shown". */
  note?: string;
}

export function ShowMore({ list, label, note }: Props) {
  if (!list.hasNextPage) return null;
  const hasFailed = list.isFetchNextPageError && !list.isFetchingNextPage;
  return (
    <Group gap="xs" justify="center" className={classes.more}>
      {hasFailed && (
        <Text size="sm" role="alert">
          The rest could not be loaded. {explain(list.error)}
        </Text>
      )}
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void loadNext(list)}>
        {hasFailed ? 'Try again' : label}
      </Button>
      {!hasFailed && note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Group>
  );
}
