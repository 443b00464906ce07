/** What is in progress, and for how long. */
'use client';

import { Progress, Text } from '@mantine/core';
import { countOf } from '@/plain/counts';
import { useElapsedSeconds } from './useElapsedSeconds';
import classes from './Workbench.module.css';

export function Progressing({ words }: { words: string }) {
  const seconds = useElapsedSeconds(true);
  return (
    <div className={classes.summary}>
      <Progress value={100} animated size="sm" aria-label={words} />
      <Text size="sm" mt={8} role="status">
        {words} …
      </Text>
      {seconds >= 2 && (
        <Text size="xs" c="dimmed">
          {countOf(seconds, 'second')}
        </Text>
      )}
    </div>
  );
}
