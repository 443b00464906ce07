/** All capabilities: the fixes worth most, redundancy that is defeated, and a matrix of what each component takes down alone. */
'use client';

import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { overviewDigest } from '@/client/answerDigest';
import { UnlessEmpty } from '@/client/EmptyTenant';
import { FailureNote } from '@/client/FailureNote';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { PrintFoot } from '@/client/PrintFoot';
import { ShowMore } from '@/client/ShowMore';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { weakPointsHref } from '@/client/weakPointsHref';
import type { WeakPointSummary } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';
import { LoadingRows } from '@/ui/LoadingRows';
import { Section } from '@/ui/Section';
import { Timestamp } from '@/ui/Timestamp';
import { BestFixes } from '@/client/fixes/BestFixes';
import { GroupGauge } from './GroupGauge';
import { Matrix } from './Matrix';
import { hasCosts } from './ownCostWords';
import { useSummary } from './useSummary';
import classes from './WeakPoints.module.css';

export function Overview() {
  const summary = useSummary();
  const pages = summary.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const first = pages?.[0];
  if (summary.isError && !summary.isFetchNextPageError)
    return <FailureNote title="The weak points could not be loaded" error={summary.error} onRetry={() => void summary.refetch()} />;
  if (first === undefined) return <LoadingRows label="Looking for weak points" rows={9} />;
  return (
    <>
      {first.total > 0 && <BestFixes />}
      {first.total === 0 ? (
        <UnlessEmpty then="Once there are components and dependencies, this page says which of them take a capability down alone.">
          <NoCapabilities />
        </UnlessEmpty>
      ) : (
        <Section
          title="What takes which capability down"
          intro={
            !hasCosts(first)
              ? 'The capability that most components take down comes first. A filled cell: this component alone is enough.'
              : 'Of the capabilities that a component takes down alone, the one that costs the most comes first. Its cost is that of an hour in which only it and what contains it are down. A filled cell: this component alone is enough; the stronger its colour, the more an hour without it costs.'
          }
        >
          <Matrix summary={first} rows={rows} />
          {rows.some((row) => row.singlePoints > row.worstComponentIds.length) && (
            <Text size="xs" c="dimmed">
              Only the {countOf(first.worstComponents.length, 'component')} that {hasCosts(first) ? 'cost' : 'take down'} the most have a
              column, and those that take down the same rows share one; “Alone” counts every one.
            </Text>
          )}
          <ShowMore list={summary} label="Show more" note={`${rows.length.toLocaleString('en')} of ${first.total.toLocaleString('en')}`} />
        </Section>
      )}
      <Undermined summary={first} />
      <Text size="xs" c="dimmed" role="status">
        Calculated for landscape version {first.landscapeVersion}, <Timestamp at={first.computedAt} />.
        {!first.isCurrent && ' The landscape has changed since; the new version is being calculated.'}
      </Text>
      <OverviewFoot summary={first} />
    </>
  );
}

/** Once there are the changes worth most: without them, a print is of only a part of the page. */
function OverviewFoot({ summary }: { summary: WeakPointSummary }) {
  const { data: best } = useQuery({ ...useTRPC().weakPoints.best.queryOptions({}), enabled: summary.total > 0 });
  if (best === undefined) return null;
  const fixes = best.fixes.map(({ manifest: _manifest, ...fix }) => fix);
  return (
    <PrintFoot
      version={`Landscape version ${summary.landscapeVersion}`}
      digestOf={() => overviewDigest({ summary, best: { ...best, fixes } })}
    />
  );
}

function Undermined({ summary: { undermined, underminedOmitted, items } }: { summary: WeakPointSummary }) {
  const { tenantId } = useTenant();
  if (undermined.length === 0) {
    if (items.every(({ smallestMargin }) => smallestMargin === null)) return null;
    return (
      <Section title="Redundancy in name only (0)">
        <Text size="sm" c="dimmed">
          No shared cause takes down more of a redundancy group than it can lose.
        </Text>
      </Section>
    );
  }
  return (
    <Section
      title={`Redundancy in name only (${undermined.length + underminedOmitted})`}
      intro="These look redundant. One thing that they share takes down more than they can lose."
    >
      <ul className={`bare-list ${classes.cards}`}>
        {undermined.map((margin) => (
          <li key={`${margin.source.id} ${margin.redundancyGroup}`} className={classes.card}>
            <GroupGauge margin={margin} />
            <Text size="sm">
              <Anchor component={PageLink} href={weakPointsHref(tenantId, 'component', margin.source.id)} inherit underline="always">
                Weak points of {margin.source.name}
              </Anchor>
              {margin.capabilities > 0 && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · behind {countOf(margin.capabilities, 'capability', 'capabilities')}
                </Text>
              )}
            </Text>
          </li>
        ))}
      </ul>
      {underminedOmitted > 0 && (
        <Text size="xs" c="dimmed">
          … and {underminedOmitted.toLocaleString('en')} more groups.
        </Text>
      )}
    </Section>
  );
}

function NoCapabilities() {
  const { tenantId } = useTenant();
  return (
    <Stack align="flex-start" gap="xs" maw={640}>
      <Text size="sm">
        There is no capability yet, so nothing says what the business needs. Describe what your business can do, and which applications
        support it; the weak points of all of them are then listed here. You can look at one application or component right away: search
        above.
      </Text>
      <Button component={PageLink} href={pageHref(tenantId, 'manifest')}>
        Describe capabilities in a manifest
      </Button>
    </Stack>
  );
}
