/** The columns of all causes together. If nothing is wrong, it says so. */
'use client';

import { Text } from '@mantine/core';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { ColumnsDrawing } from '@/client/impactColumns/ColumnsDrawing';
import { listedRows } from '@/client/impactColumns/itemSentences';
import { groupKeyOf } from '@/client/impactColumns/cardBands';
import { GroupBar } from '@/client/impactColumns/GroupBar';
import { LivePathPanel } from '@/client/impactColumns/LivePathPanel';
import { useLivePath } from '@/client/impactColumns/useLivePath';
import { inventoryHref } from '@/client/inventoryHref';
import { useTRPC } from '@/client/trpc';
import { useTenant } from '@/client/tenantContext';
import type { LiveColumns } from '@/contract/impactColumns';
import { countOf } from '@/plain/counts';
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
  const canvas = useRef<CanvasHandle>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = useLivePath(columns, chosenId);
  const bandsIn = useMemo(() => liveBands(columns, live), [columns, live]);
  if (columns.causes.length === 0) {
    return (
      <section className={classes.calm} aria-label="Picture">
        <Text size="sm">
          Nothing is failing, so there is nothing to draw. When something fails, columns from cause to cost appear here.
        </Text>
      </section>
    );
  }
  const components = new Set([...columns.causes, ...listedRows(columns)].map(({ id }) => id));
  const select = (id: string | null): void => {
    const key = id === null ? null : groupKeyOf(id);
    if (key !== null) setGroup(key);
    setChosenId(key === null ? id : null);
  };
  const open = (id: string): void => {
    if (groupKeyOf(id) !== null) select(id);
    if (components.has(id)) router.push(inventoryHref(tenantId, 'component', id));
  };
  return (
    <section className={classes.picture} aria-label="Picture" data-chosen={chosenId !== null}>
      <div className={classes.drawing}>
        <GroupBar columns={columns} onLeave={() => setGroup(null)} />
        <ColumnsDrawing
          canvas={canvas}
          bandsIn={bandsIn}
          subject={`now ${columns.group ?? ''}`}
          label={`Columns of what is affected now: ${countOf(columns.causes.length + columns.causesOmitted, 'cause')}, ${countOf(columns.cards.length + columns.others.applications, 'application')}.`}
          chosenId={chosenId}
          stops={chosen.stops}
          onSelect={select}
          onOpen={open}
          onLikely={() => undefined}
        />
      </div>
      {chosenId !== null && (
        <div className={classes.beside}>
          <LivePathPanel columns={columns} chosenId={chosenId} chosen={chosen} onSelect={setChosenId} />
        </div>
      )}
    </section>
  );
}
