/** Who is affected if what is maintained is down, with a link to the blast radius. */
'use client';

import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { firstQuestion } from '@/client/blastRadiusQuestion';
import { explain } from '@/client/failure';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Maintenance } from '@/contract/maintenance';
import { affectedLine } from './affectedLine';

interface Props {
  kind: Maintenance['kind'];
  id: string;
  name: string;
}

export function Affected({ kind, id, name }: Props) {
  const { tenantId } = useTenant();
  const radius = useQuery(useTRPC().impact.blastRadius.queryOptions({ ...firstQuestion(kind, id), componentLimit: 0 }));
  if (radius.isError)
    return (
      <Text size="xs" c="dimmed" span>
        Not known: {explain(radius.error)}
      </Text>
    );
  if (radius.data === undefined) return <Skeleton height={14} w={140} />;
  return (
    <Anchor
      component={PageLink}
      href={blastRadiusHref(tenantId, kind, id)}
      size="sm"
      aria-label={`If ${name} is down: ${affectedLine(radius.data)}`}
    >
      {affectedLine(radius.data)}
    </Anchor>
  );
}
