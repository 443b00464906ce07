/** The button that starts and ends the demo's outage. Renders nothing outside the demo, and for people who may not report health. */
'use client';

import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { RefusalNote } from '@/client/RefusalNote';
import { useDemoOutage } from './DemoOutageProvider';

export function PlayOutage() {
  const { mayPlay, scene, error, play, end } = useDemoOutage();
  if (!mayPlay) return null;
  const isPlaying = scene !== null;
  const Icon = isPlaying ? IconPlayerStop : IconPlayerPlay;
  return (
    <>
      <Button variant="default" fullWidth leftSection={<Icon size={14} aria-hidden="true" />} onClick={isPlaying ? end : play}>
        {isPlaying ? 'End the outage' : 'Play an outage'}
      </Button>
      {error != null && <RefusalNote error={error} />}
    </>
  );
}
