/** What somebody is told about: their own subscriptions, and the digest of each week. */
'use client';

import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { NoMailNote } from '@/client/notifications/NoMailNote';
import { useTRPC } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import { PageFrame } from '@/ui/PageFrame';
import { DigestForm } from './DigestForm';
import { MoreToWatch } from './MoreToWatch';
import { OwnSubscriptionTable } from './OwnSubscriptionTable';

export function NotificationsPage() {
  const trpc = useTRPC();
  const own = useQuery(trpc.notifications.list.queryOptions({}));
  const { data } = own;
  return (
    <PageFrame
      title="Notifications"
      width="medium"
      intro={
        <>
          What you are told about, and where. <em>Notify me</em> on anything in the inventory or the landscape adds to it.{' '}
          <Anchor href="/docs/guides/notifications" size="sm" underline="always" style={{ whiteSpace: 'nowrap' }}>
            How notifications work
          </Anchor>
        </>
      }
    >
      <Unanswered query={own} failure="Your notifications cannot be shown" loading="Your notifications are loading" />
      {data !== undefined && (
        <Stack gap="xl">
          <NoMailNote notifications={data} />
          <OwnSubscriptionTable notifications={data} />
          <MoreToWatch />
          <DigestForm notifications={data} />
        </Stack>
      )}
    </PageFrame>
  );
}
