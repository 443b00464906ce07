/** The one card about sample data, on every page of the demo: the data is made up, and an outage can be played. It folds, and stays folded. */
'use client';

import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { PlayOutage } from '@/client/demo/PlayOutage';
import { useTenant } from '@/client/tenantContext';
import classes from './AppFrame.module.css';
import { foldCookie } from './sampleFold';

export function SampleDataCard({ isFoldedAtFirst }: { isFoldedAtFirst: boolean }) {
  const { isDemo } = useTenant();
  const [isFolded, setFolded] = useState(isFoldedAtFirst);
  const id = useId();
  if (!isDemo) return null;
  const turn = (): void => {
    setFolded(!isFolded);
    document.cookie = foldCookie(!isFolded);
  };
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <div className={classes.sample} role="note" aria-label="Sample data">
      <UnstyledButton className={classes.sampleHead} aria-expanded={!isFolded} aria-controls={id} onClick={turn}>
        Sample data
        <Chevron size={14} aria-hidden="true" />
      </UnstyledButton>
      <div id={id} hidden={isFolded} className={classes.sampleBody}>
        <Text size="xs">Everything here is made up.</Text>
        <PlayOutage />
      </div>
    </div>
  );
}
