/** The applied manifests, newest first, with the selected one in detail and an undo for it. */
'use client';

import { Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { FailureNote } from '@/client/FailureNote';
import { LinkButton } from '@/client/LinkButton';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { LoadingRows } from '@/ui/LoadingRows';
import { PageFrame } from '@/ui/PageFrame';
import { ApplyDetail } from './ApplyDetail';
import { ApplyTable } from './ApplyTable';
import classes from './HistoryPage.module.css';

export function HistoryPage() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const [view, setView] = useQueryStates({ apply: parseAsString, manifest: parseAsString }, { history: 'push', scroll: false });
  const applies = useInfiniteQuery(
    trpc.manifestApplies.list.infiniteQueryOptions(
      { limit: 50, ...(view.manifest === null ? {} : { manifest: view.manifest }) },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const items = applies.data?.pages.flatMap((page) => page.items) ?? [];
  const total = applies.data?.pages[0]?.total ?? 0;
  const back = (
    <LinkButton href={pageHref(tenantId, 'manifest')} icon={IconArrowLeft}>
      To the editor
    </LinkButton>
  );
  return (
    <PageFrame
      title="Applied manifests"
      width="medium"
      intro="Every apply that changed something, from the browser, the command line or the API. You can undo each of them."
      actions={back}
    >
      {applies.isError && !applies.isFetchNextPageError && (
        <FailureNote title="The history could not be loaded" error={applies.error} onRetry={() => void applies.refetch()} />
      )}
      {applies.isPending && <LoadingRows label="Loading the history" />}
      {view.manifest !== null && (
        <Text size="sm">
          Only the manifest “{view.manifest}”.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void setView({ manifest: null })}>
            Show all
          </Button>
        </Text>
      )}
      {applies.data !== undefined && items.length === 0 && <NothingApplied tenantId={tenantId} />}
      {items.length > 0 && (
        <div className={classes.columns}>
          <ApplyTable
            items={items}
            total={total}
            list={applies}
            selectedId={view.apply}
            onSelect={(apply) => void setView({ apply })}
            onManifest={(manifest) => void setView({ manifest })}
          />
          {view.apply !== null && (
            <ApplyDetail
              key={view.apply}
              changeSetId={view.apply}
              apply={items.find(({ changeSetId }) => changeSetId === view.apply)}
              onClose={() => void setView({ apply: null })}
            />
          )}
        </div>
      )}
    </PageFrame>
  );
}

function NothingApplied({ tenantId }: { tenantId: string }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        No manifest has changed this landscape yet.
      </Text>
      <Button component={PageLink} href={pageHref(tenantId, 'manifest')}>
        Write a manifest
      </Button>
    </Stack>
  );
}
