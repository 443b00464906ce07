/**
 * The button that starts the demo's outage, and its progress. Renders nothing outside the demo, and for people who may not report health.
 */
'use client';

import { Button, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { RefusalNote } from '@/client/RefusalNote';
import { useDemoOutage } from './DemoOutageProvider';

export function PlayOutage({ isWide = false }: { isWide?: boolean }) {
  const { mayPlay, scene, error, play, end } = useDemoOutage();
  if (!mayPlay) return null;
  const look = { variant: 'default', fullWidth: isWide } as const;
  return (
    <Stack gap={6} align={isWide ? 'stretch' : 'flex-start'}>
      <Text size="xs" role="status" aria-label="Demo outage">
        {scene !== null && `${scene.title} (${scene.number} of ${scene.of})`}
      </Text>
      {scene === null ? (
        <Button {...look} leftSection={<IconPlayerPlay size={14} aria-hidden="true" />} onClick={play}>
          Play an outage
        </Button>
      ) : (
        <Button {...look} leftSection={<IconPlayerStop size={14} aria-hidden="true" />} onClick={end}>
          End the outage
        </Button>
      )}
      {error != null && <RefusalNote error={error} />}
    </Stack>
  );
}
