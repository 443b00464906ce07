/** The bar at the foot of the window while settings are changed but not saved. It submits the form around it. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { countOf } from '@/plain/counts';
import classes from './SaveBar.module.css';

interface Props {
  /** How many settings differ from what is saved. */
  changes: number;
  isBusy: boolean;
  isComplete: boolean;
  onReset(): void;
}

export function SaveBar({ changes, isBusy, isComplete, onReset }: Props) {
  return (
    <>
      <div className={classes.room} />
      <Group className={classes.bar} gap="xs" role="region" aria-label="Unsaved changes">
        <Text size="sm" role="status" className={classes.words}>
          {countOf(changes, 'unsaved change')}
        </Text>
        <Button variant="default" onClick={onReset}>
          Reset
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isComplete}>
          Save the settings
        </Button>
      </Group>
    </>
  );
}
