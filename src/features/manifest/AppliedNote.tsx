/** Shown after an apply: what it did, where to see it, and how to undo it. */
'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { summaryWords } from './summaryWords';

export function AppliedNote({ plan: { manifest, summary, landscapeVersion } }: { plan: ManifestPlan }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const total = summary.create + summary.update + summary.delete;
  const applies = useQuery({ ...trpc.manifestApplies.list.queryOptions({ manifest, limit: 10 }), enabled: total > 0 });
  const made = applies.data?.items.find((apply) => apply.landscapeVersion === landscapeVersion);
  const history = pageHref(tenantId, `manifest/history${made === undefined ? '' : `?apply=${made.changeSetId}`}`);
  return (
    <Alert color="teal" variant="light" m="sm" role="status" icon={<IconCheck size={18} />} title="Applied">
      <Text size="sm">
        {total === 0 ? 'There was nothing to change.' : `${summaryWords(summary)}.`} The landscape is now at version{' '}
        {landscapeVersion.toLocaleString('en')}.
      </Text>
      <Group gap="xs" mt="sm">
        <Button component={PageLink} href={pageHref(tenantId, 'landscape')} variant="default">
          See the landscape
        </Button>
        {total > 0 && (
          <Button component={PageLink} href={history} variant="default">
            History and undo
          </Button>
        )}
      </Group>
    </Alert>
  );
}
