/** The past of the landscape: a slider over every transaction that changed it, with who made it; or two, to compare. */
'use client';

import { ActionIcon, Button, Group, RangeSlider, Slider, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ChangeSetSummary } from '@/contract/changeSets';
import { Timestamp } from '@/ui/Timestamp';
import classes from './TimeBar.module.css';
import type { Instants } from './TimeButton';
import { useVersions } from './useVersions';
import { versionWords } from './versionWords';

interface Props {
  instants: Instants;
  /** The landscape versions shown; null until known. `since` is set only while comparing. */
  versions: { at: number | null; since: number | null };
  /** Left out if the page cannot compare two instants. */
  canCompare?: boolean;
  /** A short summary of the differences. */
  summary?: ReactNode;
  onChange(instants: Partial<Instants>): void;
}

/** In versions. */
interface Stretch {
  since: number;
  at: number;
}

export function TimeBar({ instants, versions, canCompare = false, summary, onChange }: Props) {
  const [dragged, setDragged] = useState<Stretch | null>(null);
  const isComparing = instants.since !== null;
  const shown = dragged ?? { at: versions.at ?? 1, since: versions.since ?? versions.at ?? 1 };
  const { page, find, known } = useVersions(shown.at);
  const earlier = useVersions(shown.since).known;
  const { oldest, latest } = { oldest: page.data?.oldest ?? 1, latest: page.data?.latest ?? 1 };
  const isFixed = versions.at === null || latest <= oldest;
  const go = async (wanted: Stretch): Promise<void> => {
    const [since, at] = [isComparing ? await find(wanted.since) : undefined, await find(wanted.at)];
    setDragged(null);
    if (at !== undefined) onChange({ at: at.at, ...(since === undefined ? {} : { since: since.at }) });
  };
  const first = isComparing ? shown.since + 1 : oldest;
  const step = (by: number): void => void go({ ...shown, at: Math.min(latest, Math.max(first, shown.at + by)) });
  const compare = async (): Promise<void> => {
    const before = await find(Math.max(oldest, shown.at - 1));
    if (before !== undefined) onChange({ since: before.at });
  };
  return (
    <Group className={classes.bar} gap="sm" role="group" aria-label="Time" wrap="nowrap">
      <Text size="sm" className={classes.instant} role="status">
        <Ends since={isComparing ? earlier : undefined} at={known} />
      </Text>
      <Step label="Previous change" isDisabled={isFixed || shown.at <= first} onPress={() => step(-1)} Icon={IconChevronLeft} />
      <Step label="Next change" isDisabled={isFixed || shown.at >= latest} onPress={() => step(1)} Icon={IconChevronRight} />
      <VersionSlider
        isComparing={isComparing}
        ends={{ since: oldest, at: Math.max(oldest + 1, latest) }}
        shown={shown}
        isDisabled={isFixed}
        text={known === undefined ? String(shown.at) : versionWords(known)}
        onMove={setDragged}
        onSettle={(wanted) => void go(wanted)}
      />
      <Text size="xs" c="dimmed" className={classes.words} component="div">
        {wordsOf(page, summary, known)}
      </Text>
      {canCompare && (
        <CompareButton
          isComparing={isComparing}
          isDisabled={isFixed || shown.at <= oldest}
          onStart={() => void compare()}
          onStop={() => onChange({ since: null })}
        />
      )}
      <Button variant="default" className={classes.back ?? ''} onClick={() => onChange({ at: null, since: null })}>
        Back to now
      </Button>
    </Group>
  );
}

interface CompareProps {
  isComparing: boolean;
  isDisabled: boolean;
  onStart(): void;
  onStop(): void;
}

function CompareButton({ isComparing, isDisabled, onStart, onStop }: CompareProps) {
  return (
    <Button
      variant="default"
      className={classes.compare ?? ''}
      disabled={!isComparing && isDisabled}
      onClick={isComparing ? onStop : onStart}
    >
      {isComparing ? 'Stop comparing' : 'Compare'}
    </Button>
  );
}

/** Two versions within one minute are distinguished by their numbers. */
function Ends({ since, at }: { since: ChangeSetSummary | undefined; at: ChangeSetSummary | undefined }) {
  if (at === undefined) return 'As it was';
  if (since === undefined) return <Timestamp at={at.at} />;
  const isOneMinute = since.at.slice(0, 16) === at.at.slice(0, 16);
  return isOneMinute ? (
    <>
      <Timestamp at={at.at} />, version {since.landscapeVersion.toLocaleString('en')} to {at.landscapeVersion.toLocaleString('en')}
    </>
  ) : (
    <>
      <Timestamp at={since.at} /> to <Timestamp at={at.at} />
    </>
  );
}

function wordsOf(
  { data, isError }: ReturnType<typeof useVersions>['page'],
  summary: ReactNode,
  known: ChangeSetSummary | undefined,
): ReactNode {
  if (isError) return 'The changes could not be loaded. Reload the page to try again.';
  if (data?.latest === null) return 'No changes to the landscape yet.';
  return summary ?? (known === undefined ? '' : versionWords(known));
}

interface StepProps {
  label: string;
  isDisabled: boolean;
  onPress(): void;
  Icon: typeof IconChevronLeft;
}

function Step({ label, isDisabled, onPress, Icon }: StepProps) {
  return (
    <ActionIcon variant="default" aria-label={label} disabled={isDisabled} onClick={onPress}>
      <Icon size={14} aria-hidden="true" />
    </ActionIcon>
  );
}

interface SliderProps {
  isComparing: boolean;
  ends: Stretch;
  shown: Stretch;
  isDisabled: boolean;
  /** What the version changed. */
  text: string;
  onMove(stretch: Stretch): void;
  onSettle(stretch: Stretch): void;
}

function VersionSlider({ isComparing, ends, shown, isDisabled, text, onMove, onSettle }: SliderProps) {
  const common = { className: classes.slider, min: ends.since, max: ends.at, disabled: isDisabled, label: null };
  if (!isComparing)
    return (
      <Slider
        {...common}
        value={shown.at}
        thumbLabel="Version"
        thumbValueText={text}
        onChange={(at) => onMove({ ...shown, at })}
        onChangeEnd={(at) => onSettle({ ...shown, at })}
      />
    );
  return (
    <RangeSlider
      {...common}
      minRange={1}
      value={[shown.since, shown.at]}
      thumbFromLabel="Earlier version"
      thumbToLabel="Later version"
      onChange={([since, at]) => onMove({ since, at })}
      onChangeEnd={([since, at]) => onSettle({ since, at })}
    />
  );
}
