/** The columns of all causes together. If nothing is wrong, it says so. */
'use client';

import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { ColumnsDrawing } from '@/client/impactColumns/ColumnsDrawing';
import { listedRows } from '@/client/impactColumns/itemSentences';
import { LivePathPanel } from '@/client/impactColumns/LivePathPanel';
import { useLivePath } from '@/client/impactColumns/useLivePath';
import { inventoryHref } from '@/client/inventoryHref';
import { useTenant } from '@/client/tenantContext';
import type { LiveColumns } from '@/contract/impactColumns';
import { countOf } from '@/plain/counts';
import { liveBands } from './liveBands';
import classes from './LiveColumnsPicture.module.css';
import type { LiveImpact } from './useLiveImpact';

export function LiveColumnsPicture({ columns, live }: { columns: LiveColumns; live: LiveImpact }) {
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
  const open = (id: string): void => {
    if (components.has(id)) router.push(inventoryHref(tenantId, 'component', id));
  };
  return (
    <section className={classes.picture} aria-label="Picture" data-chosen={chosenId !== null}>
      <div className={classes.drawing}>
        <ColumnsDrawing
          canvas={canvas}
          bandsIn={bandsIn}
          subject="now"
          label={`Columns of what is affected now: ${countOf(columns.causes.length + columns.causesOmitted, 'cause')}, ${countOf(columns.cards.length + columns.others.applications, 'application')}.`}
          chosenId={chosenId}
          stops={chosen.stops}
          onSelect={setChosenId}
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
