/** Shown while the picture is limited to a neighbourhood: around what, how many hops, and a button back to everything. */
'use client';

import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Picture } from '@/contract/picture';
import { hoverIntent } from '@/ui/hoverIntent';
import classes from '@/features/landscape/LandscapePage.module.css';
import { MOST_HOPS, type ChangeView, type LandscapeView, type ViewChange } from '@/features/landscape/address/landscapeAddress';

const HOPS = Array.from({ length: MOST_HOPS + 1 }, (_, hops) => String(hops));

interface Props {
  view: LandscapeView;
  change: ChangeView;
  data: Picture | undefined;
  prefetch(change: ViewChange): void;
}

const EVERYTHING: ViewChange = { focus: null, hops: null };

export function FocusBar({ view, change, data, prefetch }: Props) {
  const cards = data?.cards ?? [];
  const names = new Map([
    ...cards.map(({ group, title }): [string, string] => [group, title]),
    ...cards.flatMap(({ rows }) => rows.map(({ of, name }): [string, string] => [of, name])),
    ...[...(data?.boxes ?? []), ...(data?.stacks ?? [])].map(({ id, name }): [string, string] => [id, name]),
  ]);
  const named = view.focus.flatMap((id) => names.get(id) ?? []);
  const subject =
    named.length === 0 ? 'the selection' : named.length > 2 ? `${named[0] ?? ''} and ${named.length - 1} more` : named.join(' and ');
  return (
    <Group className={classes.focus} gap="xs" role="group" aria-label="Focus">
      <Text size="sm">Around {subject}</Text>
      <SegmentedControl
        size="xs"
        aria-label="Hops"
        value={String(Math.min(MOST_HOPS, Math.max(0, view.hops)))}
        onChange={(value) => change({ hops: Number(value) })}
        data={HOPS.map((hops) => ({ value: hops, label: <span {...hoverIntent(() => prefetch({ hops: Number(hops) }))}>{hops}</span> }))}
      />
      <Text size="xs">hops</Text>
      <Button
        variant="default"
        rightSection={<IconX size={13} aria-hidden="true" />}
        onClick={() => change(EVERYTHING)}
        {...hoverIntent(() => prefetch(EVERYTHING))}
      >
        Show everything
      </Button>
    </Group>
  );
}
