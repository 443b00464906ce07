/** The landscape as it was: a slider over the transactions that changed it. */
'use client';

import { ActionIcon, Button, Group, Slider, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTRPC } from '@/client/trpc';
import type { ChangeEntry } from '@/contract/changes';
import { countOf } from '@/plain/counts';
import { Timestamp } from '@/ui/Timestamp';
import type { ChangeView, LandscapeView } from '../address/landscapeAddress';
import classes from '../LandscapePage.module.css';

interface Props {
  view: LandscapeView;
  change: ChangeView;
}

const MOST_CHANGES = 200;

/** One transaction, by the instant from which its changes hold. */
interface Step {
  at: string;
  actor: string;
  count: number;
}

/** Goes to the past and back; the bar then says to which instant. */
export function TimeButton({ view, change }: Props) {
  const isPast = view.at !== null;
  return (
    <Tooltip label={isPast ? 'Back to the present' : 'As it was before'}>
      <ActionIcon
        variant={isPast ? 'filled' : 'default'}
        size={30}
        aria-label="As it was before"
        aria-pressed={isPast}
        onClick={() => change({ at: isPast ? null : new Date().toISOString(), view: null, component: null, group: null })}
      >
        <IconHistory size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}

export function TimeBar({ view, change }: Props) {
  const trpc = useTRPC();
  const { data, isError } = useQuery(trpc.changes.list.queryOptions({ limit: MOST_CHANGES }));
  const steps = stepsOf(data?.items ?? []);
  const shown = placeOf(steps, view.at);
  const [dragged, setDragged] = useState<number | null>(null);
  const place = dragged ?? shown;
  const step = steps[place];
  return (
    <Group className={classes.focus} gap="sm" role="group" aria-label="Time" wrap="nowrap">
      <Text size="sm" style={{ flex: 'none' }}>
        {step === undefined ? 'As of' : <Timestamp at={step.at} />}
      </Text>
      <Slider
        flex={1}
        miw={120}
        min={0}
        max={Math.max(0, steps.length - 1)}
        value={place}
        disabled={steps.length < 2}
        label={null}
        thumbLabel="Instant"
        onChange={setDragged}
        onChangeEnd={(chosen) => {
          setDragged(null);
          const instant = steps[chosen]?.at;
          if (instant !== undefined) change({ at: instant });
        }}
      />
      <Text size="xs" c="dimmed" truncate maw={320}>
        {wordsOf(step, isError, data?.items.length ?? 0)}
      </Text>
      <Button variant="default" onClick={() => change({ at: null })}>
        Back to now
      </Button>
    </Group>
  );
}

function wordsOf(step: Step | undefined, isError: boolean, read: number): string {
  if (isError) return 'The changes could not be read. Reload the page to try again.';
  if (step === undefined) return read === 0 ? '' : 'Nothing changed the landscape lately.';
  return `${countOf(step.count, 'change')} by ${step.actor}`;
}

/** The oldest first; what changed no landscape is left out. */
function stepsOf(changes: readonly ChangeEntry[]): Step[] {
  const steps = new Map<string, Step>();
  for (const { changeSetId, at, actor, landscapeVersion } of changes) {
    if (landscapeVersion === null) continue;
    const step = steps.get(changeSetId) ?? { at, actor: actor.name, count: 0 };
    steps.set(changeSetId, { ...step, count: step.count + 1 });
  }
  return [...steps.values()].reverse();
}

/** The last transaction up to an instant. */
function placeOf(steps: readonly Step[], at: string | null): number {
  const instant = at === null ? Infinity : new Date(at).getTime();
  const later = steps.findIndex((step) => new Date(step.at).getTime() > instant);
  return later === -1 ? Math.max(0, steps.length - 1) : Math.max(0, later - 1);
}
