/** The columns of all causes together. If nothing is wrong, it says so. */
'use client';

import { Text } from '@mantine/core';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { listedRows } from '@/client/impactColumns/itemSentences';
import { LiveColumnsFrame } from '@/client/impactColumns/LiveColumnsFrame';
import { inventoryHref } from '@/client/inventoryHref';
import { useTRPC } from '@/client/trpc';
import { useTenant } from '@/client/tenantContext';
import type { LiveColumns } from '@/contract/impactColumns';
import { liveBands } from './liveBands';
import classes from './LiveColumnsPicture.module.css';
import type { LiveImpact } from './useLiveImpact';

/** `all` are the columns without a chosen group. */
export function LiveColumnsPicture({ columns: all, live }: { columns: LiveColumns; live: LiveImpact }) {
  const trpc = useTRPC();
  const [group, setGroup] = useState<string | null>(null);
  const ofGroup = useQuery({
    ...trpc.health.lanes.queryOptions(group === null ? skipToken : { group }),
    placeholderData: keepPreviousData,
  });
  const columns = group === null ? all : (ofGroup.data ?? all);
  const { tenantId } = useTenant();
  const router = useRouter();
  const drawn = useMemo(() => ({ columns, bandsIn: liveBands(columns, live) }), [columns, live]);
  if (columns.causes.length === 0)
    return (
      <section className={classes.calm} aria-label="Picture">
        <Text size="sm">
          Nothing is reported to fail, so there is nothing to draw. When something fails, columns from cause to cost appear here.
        </Text>
      </section>
    );
  const components = new Set([...columns.causes, ...listedRows(columns)].map(({ id }) => id));
  const open = (id: string): void => {
    if (components.has(id)) router.push(inventoryHref(tenantId, 'component', id));
  };
  return (
    <section aria-label="Picture">
      <LiveColumnsFrame drawn={drawn} label="Columns of what is affected now" height="tall" at={null} onGroup={setGroup} onOpen={open} />
    </section>
  );
}
