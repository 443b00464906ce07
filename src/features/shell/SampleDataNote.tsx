/** Shown on every page of the demo: the data is made up, and an outage can be played. */
'use client';

import { Box, Text } from '@mantine/core';
import { PlayOutage } from '@/client/demo/PlayOutage';
import { useTenant } from '@/client/tenantContext';
import classes from './AppFrame.module.css';

export function SampleDataNote() {
  const { isDemo } = useTenant();
  if (!isDemo) return null;
  return (
    <Box className={classes.sample} role="note" aria-label="Sample data">
      <Text size="xs">
        <b>Sample data:</b> everything here is made up.
      </Text>
      <PlayOutage isWide />
    </Box>
  );
}
