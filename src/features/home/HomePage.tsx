/** The first page after signing in: what is wrong now, the changes worth most, how that has developed, and what would hurt most. */
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { FreshnessMark } from '@/client/live/FreshnessMark';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { countOf } from '@/plain/counts';
import { LoadingRows } from '@/ui/LoadingRows';
import { PageFrame } from '@/ui/PageFrame';
import { ExposedCapabilities } from './ExposedCapabilities';
import classes from './Home.module.css';
import type { Overview } from './overview';
import { RecentChanges } from './RecentChanges';
import { RightNow } from './RightNow';
import { SavedViews } from './SavedViews';
import { SetUpList } from './SetUpList';
import { TrendPart } from './TrendPart';
import { WidestRadii } from './WidestRadii';

/** Loaded by empty tenants alone. */
const StartHere = dynamic(() => import('./StartHere').then((part) => part.StartHere), {
  ssr: false,
  loading: () => <LoadingRows label="The ways to fill it are loading" />,
});

/** `fixes` comes as a part of its own, because trying changes can take longer than everything else. */
export function HomePage({ fixes }: { fixes: ReactNode }) {
  const { name } = useTenant();
  const trpc = useTRPC();
  const overview = useQuery(trpc.home.overview.queryOptions({}));
  const { data, error } = overview;
  if (data === undefined)
    return (
      <PageFrame title={name}>
        {error === null ? (
          <LoadingRows label="The overview is loading" />
        ) : (
          <FailureNote title="The overview could not be loaded" error={error} onRetry={() => void overview.refetch()} />
        )}
      </PageFrame>
    );
  if (data.size.components === 0) return <StartHere overview={data} />;
  return (
    <PageFrame title={name} intro={sizeWords(data.size)} actions={<FreshnessMark answer={overview} />}>
      <RightNow hasHealth={data.setUp.hasHealth} />
      {fixes}
      <TrendPart register={data.register} />
      <div className={classes.cardColumns}>
        <WidestRadii rows={data.widest} components={data.size.components} />
        <ExposedCapabilities rows={data.capabilities} />
        <RecentChanges changes={data.changes} />
        <SavedViews />
        <SetUpList overview={data} />
      </div>
    </PageFrame>
  );
}

function sizeWords({ components, applications, dependencies }: Overview['size']): string {
  const parts = [
    countOf(components, 'component'),
    countOf(applications, 'application'),
    countOf(dependencies, 'dependency', 'dependencies'),
  ];
  return `${parts[0] ?? ''} in ${parts[1] ?? ''}, with ${parts[2] ?? ''}.`;
}
