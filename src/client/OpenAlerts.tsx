/** The alerts that are open, about one component or all: what holds a state, since when, and closing one whose end never arrived. */
'use client';

import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { inventoryHref } from './inventoryHref';
import { PageLink } from './PageLink';
import { RefusalNote } from './RefusalNote';
import { ShowMore } from './ShowMore';
import { StaleMark } from './symbols/StaleMark';
import { StateMark } from './symbols/StateMark';
import { useTenant } from './tenantContext';
import { useTRPC } from './trpc';
import type { Alert } from '@/contract/alerts';
import { isRoleAtLeast } from '@/domain/access';
import { Elapsed } from '@/ui/Elapsed';
import { hideNotice, notify } from '@/ui/notify';

const PAGE = 10;

/** Empty without an open alert. */
export function OpenAlerts({ component }: { component?: string }) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(
    trpc.alerts.list.infiniteQueryOptions(
      { limit: PAGE, ...(component === undefined ? {} : { component }) },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const [first] = list.data?.pages ?? [];
  if (first === undefined || first.items.length === 0) return null;
  const alerts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Open alerts">
      <Title order={2} mb={4} fz={component === undefined ? undefined : 'sm'}>
        Open alerts ({first.total.toLocaleString('en')}
        {first.totalIsMinimum === true ? ' or more' : ''})
      </Title>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} isNamed={component === undefined} />
        ))}
      </Stack>
      <ShowMore list={list} label="Show more" note={`${alerts.length.toLocaleString('en')} shown`} />
    </section>
  );
}

function AlertRow({
  alert: { id, name, message, source, state, since, lastToldAt, isLapsed, ...about },
  isNamed,
}: {
  alert: Alert;
  isNamed: boolean;
}) {
  const { tenantId, role } = useTenant();
  const title = name ?? message ?? 'An alert without a name';
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div>
          <Group gap={8}>
            <StateMark state={state} />
            <Text span size="sm" fw={600}>
              {title}
            </Text>
            {isNamed && (
              <Anchor component={PageLink} href={inventoryHref(tenantId, 'component', about.componentId)} size="sm">
                {about.component}
              </Anchor>
            )}
            {isLapsed && <StaleMark lastReportAt={lastToldAt} />}
          </Group>
          <Text size="xs" c="dimmed">
            {source}, for <Elapsed at={since} />
            {message !== null && message !== title ? `: ${message}` : ''}
          </Text>
        </div>
        {isRoleAtLeast(role, 'Editor') && <CloseAlert id={id} title={title} />}
      </Group>
    </li>
  );
}

/** The next message of its source opens it again, and so does Undo. */
function CloseAlert({ id, title }: { id: string; title: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([trpc.alerts, trpc.health, trpc.landscape, trpc.incidents].map((noun) => queryClient.invalidateQueries(noun.pathFilter())));
  const reopen = useMutation(trpc.alerts.reopen.mutationOptions({ onSuccess: refresh }));
  const close = useMutation(
    trpc.alerts.close.mutationOptions({
      onSuccess: async () => {
        notify({
          id: `alert ${id}`,
          autoClose: 20_000,
          title: `${title} is closed`,
          message: (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                hideNotice(`alert ${id}`);
                reopen.mutate({ id });
              }}
            >
              Undo
            </Button>
          ),
        });
        await refresh();
      },
    }),
  );
  return (
    <div>
      <Button
        size="compact-xs"
        variant="default"
        loading={close.isPending}
        onClick={() => close.mutate({ id })}
        aria-label={`Close ${title}`}
      >
        Close
      </Button>
      {close.isError && <RefusalNote error={close.error} />}
    </div>
  );
}
