/** What is wrong now and what it takes down, kept current. `?wall=1` shows it as a wall screen. */
'use client';

import { Skeleton, Stack } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useDeferredValue } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { FreshnessMark } from '@/client/live/FreshnessMark';
import { TeamBell } from '@/client/notifications/NotifyBell';
import { MoreMenu } from '@/client/MoreMenu';
import { useTenant } from '@/client/tenantContext';
import { PLAN_LIMITS, isRoleAtLeast } from '@/domain/access';
import { PageFrame } from '@/ui/PageFrame';
import { ImpactView } from './ImpactView';
import { ReportHealthButton } from './ReportHealthButton';
import { useLiveImpact } from './useLiveImpact';
import { WallScreen } from './WallScreen';

export function LiveImpactPage() {
  const { role, plan } = useTenant();
  const [wall, setWall] = useQueryState('wall', parseAsStringLiteral(['1']).withOptions({ history: 'push' }));
  const live = useLiveImpact();
  // Render a large outage at low priority, so that the page stays responsive.
  const data = useDeferredValue(live.data);
  const columns = useDeferredValue(live.columns);
  const mayReport = isRoleAtLeast(role, 'Editor') && PLAN_LIMITS[plan].signalsPerMinute > 0;
  if (wall === '1') return <WallScreen live={live} onLeave={() => void setWall(null)} />;
  return (
    <PageFrame
      title="Live impact"
      intro="What is wrong right now, what causes it, and whom it affects."
      actions={
        <>
          <FreshnessMark answer={live.shown} />
          {mayReport && <ReportHealthButton />}
          <TeamBell look="icon" team={null} />
          <MoreMenu />
        </>
      }
    >
      {data === undefined && (live.data !== undefined || live.error === null) && (
        <Stack role="status" aria-label="Live impact is loading">
          <Skeleton height={84} radius="md" />
          <Skeleton height={160} radius="md" />
        </Stack>
      )}
      {data === undefined && live.data === undefined && live.error !== null && (
        <FailureNote title="Live impact could not be loaded" error={live.error} onRetry={live.refetch} />
      )}
      {data !== undefined && <ImpactView live={data} columns={columns} />}
    </PageFrame>
  );
}
