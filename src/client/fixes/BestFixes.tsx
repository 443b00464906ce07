/**
 * The changes that are worth most for the whole landscape, each with what one failure does today and what it does with the change. Home and
 * weak points begin with them.
 */
'use client';

import { Anchor, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { LoadingRows } from '@/ui/LoadingRows';
import { Section } from '@/ui/Section';
import { introOf, titleOf } from './bestFixWords';
import { FixCard } from './FixCard';
import classes from './BestFixes.module.css';

export function BestFixes() {
  const best = useQuery({
    ...useTRPC().weakPoints.best.queryOptions({}),
    placeholderData: keepPreviousData,
    // What to try is being looked for again, and is known soon.
    refetchInterval: ({ state }) => (state.data?.isCurrent === false ? 2_000 : false),
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { data } = best;
  const fixes = data?.fixes ?? [];
  // The large picture, if one is open, goes along.
  const moveTo = (at: number): void => {
    const button = list.current?.querySelectorAll<HTMLElement>('[data-picture]')[at];
    if (button === undefined) return;
    button.focus();
    if (chosen !== null) setChosen(at);
  };
  return (
    <Section title={titleOf(fixes.length)} intro={data === undefined || fixes.length === 0 ? undefined : introOf(data)}>
      {best.isError && <FailureNote title="The changes could not be tried" error={best.error} onRetry={() => void best.refetch()} />}
      {best.isPending && <LoadingRows label="Trying changes" rows={4} />}
      {data !== undefined && fixes.length === 0 && <NothingFound hasCapabilities={data.hasCapabilities} />}
      {data !== undefined && fixes.length > 0 && (
        <ol ref={list} className={classes.fixes} aria-label="Changes, the one worth most first">
          {fixes.map((fix, at) => (
            <FixCard
              key={`${fix.kind} ${fix.dependencyId ?? fix.redundancyGroup} ${fix.target.id} ${fix.from}`}
              fix={fix}
              rank={at + 1}
              currency={data.currency}
              isChosen={at === chosen}
              onToggle={() => setChosen(at === chosen ? null : at)}
              onMove={(by) => moveTo(at + by)}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

function NothingFound({ hasCapabilities }: { hasCapabilities: boolean }) {
  const { tenantId } = useTenant();
  if (hasCapabilities)
    return (
      <Text size="sm" c="dimmed">
        No small change was found that keeps a capability up when one thing fails.
      </Text>
    );
  return (
    <Text size="sm">
      Nothing says yet what the business needs: no capability is recorded.{' '}
      <Anchor component={PageLink} href={pageHref(tenantId, 'manifest')} inherit underline="always">
        Describe capabilities and which applications support them
      </Anchor>
      , and the changes worth most appear here.
    </Text>
  );
}
