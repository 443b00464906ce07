/** The dependency security register: how every dependency is secured, what is missing, and the evidence to hand over. */
'use client';

import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { UnlessEmpty } from '@/client/EmptyTenant';
import { FailureNote } from '@/client/FailureNote';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { ViewsMenu } from '@/client/views/ViewsMenu';
import { CopyLink } from '@/ui/CopyLink';
import { LoadingRows } from '@/ui/LoadingRows';
import { PageFrame } from '@/ui/PageFrame';
import { Completeness } from './Completeness';
import { DigestNote } from './DigestNote';
import { isNarrowed, registerInput, useRegisterView } from './registerAddress';
import { RegisterDownloads } from './RegisterDownloads';
import { RegisterFilters } from './RegisterFilters';
import { RegisterTable } from './RegisterTable';

const INTRO =
  'How each dependency is protected. It counts as evidence once protocol, encryption and authentication are all given in known words. The worst come first.';

/** Few enough to load while somebody types. With twice as many, the table (`ui/DataTable.tsx`) renders only the rows in sight. */
const ROWS_AT_ONCE = 50;

export function RegisterPage() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const [view, change] = useRegisterView();
  const search = useThrottledValue(view.search, 150);
  const input = registerInput({ ...view, search });
  const register = useInfiniteQuery({
    ...trpc.securityRegister.list.infiniteQueryOptions(
      { ...input, sort: 'worst', limit: ROWS_AT_ONCE },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const first = register.data?.pages[0];
  const pages = register.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const actions = (
    <Group gap="xs">
      <ViewsMenu page="security-register" />
      <CopyLink />
      {(first?.completeness.overall.total ?? 0) > 0 && <RegisterDownloads input={input} total={first?.total ?? 0} />}
    </Group>
  );
  return (
    <PageFrame title="Security register" intro={INTRO} actions={actions}>
      {register.isError && !register.isFetchNextPageError && (
        <FailureNote title="The register could not be loaded" error={register.error} onRetry={() => void register.refetch()} />
      )}
      {register.isPending && (
        <Stack gap="md">
          <Skeleton h={132} radius="md" />
          <LoadingRows label="Loading the register" rows={9} />
        </Stack>
      )}
      {first !== undefined && first.completeness.overall.total === 0 && view.at === null && (
        <UnlessEmpty then="Once there are dependencies, this page says how each of them is protected, and what is missing.">
          <NothingToProve tenantId={tenantId} />
        </UnlessEmpty>
      )}
      {first !== undefined && (first.completeness.overall.total > 0 || view.at !== null) && (
        <>
          <Completeness completeness={first.completeness} view={view} change={change} />
          <RegisterFilters view={view} change={change} total={first.total} />
          {first.completeness.overall.total === 0 ? (
            <Text size="sm" c="dimmed">
              There were no dependencies then.
            </Text>
          ) : (
            <RegisterTable
              items={items}
              total={first.total}
              isPast={view.at !== null}
              isBusy={register.isPlaceholderData}
              list={register}
            />
          )}
          <DigestNote digest={first.digest} at={first.at} landscapeVersion={first.landscapeVersion} isNarrowed={isNarrowed(view)} />
        </>
      )}
    </PageFrame>
  );
}

function NothingToProve({ tenantId }: { tenantId: string }) {
  return (
    <Stack align="flex-start" gap="xs">
      <Text size="sm" c="dimmed">
        There are no dependencies yet, so there is nothing to prove.
      </Text>
      <Button component={PageLink} href={pageHref(tenantId, 'manifest')}>
        Describe the landscape in a manifest
      </Button>
    </Stack>
  );
}
