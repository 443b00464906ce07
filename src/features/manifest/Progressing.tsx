/** What is in progress, and for how long. */
'use client';

import { Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '@/plain/counts';
import { useNow } from '@/ui/useNow';
import classes from './Workbench.module.css';

export function Progressing({ words }: { words: string }) {
  const [begun] = useState(() => Date.now());
  const seconds = Math.floor(((useNow(250) ?? begun) - begun) / 1_000);
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
