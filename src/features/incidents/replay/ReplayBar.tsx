/** Play, pause, step, and the moment shown. */
'use client';

import { ActionIcon, Button, Group, Slider, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerSkipForward } from '@tabler/icons-react';
import { useState } from 'react';
import type { IncidentReplay } from '@/contract/replay';
import { formatTimestamp } from '@/ui/formatTimestamp';
import { Timestamp } from '@/ui/Timestamp';
import { useIsHydrated } from '@/ui/useIsHydrated';
import { instantAt } from './steps';
import classes from './ReplayPage.module.css';
import type { Replaying } from './useReplay';

export function ReplayBar({ replay, replaying }: { replay: IncidentReplay; replaying: Replaying }) {
  const { position, last, next, isPlaying, go, toggle } = replaying;
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? position;
  const at = instantAt(replay, shown);
  const hasSeconds = replay.stepSeconds < 60;
  const isUtc = !useIsHydrated();
  const isCut = Date.parse(replay.from) - Date.parse(replay.keptSince) < replay.stepSeconds * 1_000;
  return (
    <Group className={classes.bar} gap="sm" role="group" aria-label="Replay" wrap="nowrap">
      <Button
        leftSection={
          isPlaying ? <IconPlayerPauseFilled size={14} aria-hidden="true" /> : <IconPlayerPlayFilled size={14} aria-hidden="true" />
        }
        onClick={toggle}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <ActionIcon variant="default" aria-label="Back one step" disabled={position === 0} onClick={() => go(position - 1)}>
        <IconChevronLeft size={14} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Forward one step" disabled={position === last} onClick={() => go(position + 1)}>
        <IconChevronRight size={14} aria-hidden="true" />
      </ActionIcon>
      <Button
        variant="default"
        rightSection={<IconPlayerSkipForward size={14} aria-hidden="true" />}
        disabled={next === null}
        onClick={() => next !== null && go(next)}
      >
        Next change
      </Button>
      <Slider
        flex="1 1 160px"
        miw={100}
        min={0}
        max={Math.max(1, last)}
        value={shown}
        disabled={last === 0}
        label={null}
        thumbLabel="Moment"
        thumbValueText={formatTimestamp(at, hasSeconds, isUtc)}
        onChange={setDragged}
        onChangeEnd={(place) => {
          setDragged(null);
          go(place);
        }}
      />
      <Text size="sm" flex="none" role="status">
        <Timestamp at={at} hasSeconds={hasSeconds} />
      </Text>
      {isCut && (
        <Text size="xs" c="dimmed">
          Earlier history is no longer kept.
        </Text>
      )}
    </Group>
  );
}
