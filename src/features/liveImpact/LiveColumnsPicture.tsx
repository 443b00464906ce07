/** The lanes of all causes together. If nothing is wrong, it says so. */
'use client';

import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { LanesDrawing } from '@/client/impactColumns/ColumnsDrawing';
import { LivePathPanel } from '@/client/impactColumns/LivePathPanel';
import { useLivePath } from '@/client/impactColumns/useLivePath';
import { inventoryHref } from '@/client/inventoryHref';
import { useTenant } from '@/client/tenantContext';
import type { LiveLanes } from '@/contract/impactColumns';
import { countOf } from '@/plain/counts';
import { liveBands } from './liveBands';
import classes from './LiveColumnsPicture.module.css';
import type { LiveImpact } from './useLiveImpact';

export function LiveLanesPicture({ lanes, live }: { lanes: LiveLanes; live: LiveImpact }) {
  const { tenantId } = useTenant();
  const router = useRouter();
  const canvas = useRef<CanvasHandle>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = useLivePath(lanes, chosenId);
  const lanesIn = useMemo(() => liveBands(lanes, live), [lanes, live]);
  if (lanes.causes.length === 0) {
    return (
      <section className={classes.calm} aria-label="Picture">
        <Text size="sm">Nothing is failing, so there is nothing to draw. When something fails, lanes from cause to cost appear here.</Text>
      </section>
    );
  }
  const components = new Set([...lanes.causes, ...lanes.cards.flatMap(({ rows }) => rows)].map(({ id }) => id));
  const open = (id: string): void => {
    if (components.has(id)) router.push(inventoryHref(tenantId, 'component', id));
  };
  return (
    <section className={classes.picture} aria-label="Picture" data-chosen={chosenId !== null}>
      <div className={classes.drawing}>
        <LanesDrawing
          canvas={canvas}
          lanesIn={lanesIn}
          subject="now"
          label={`Lanes of what is impacted now: ${countOf(lanes.causes.length + lanes.causesOmitted, 'cause')}, ${countOf(lanes.cards.length + lanes.others.applications, 'application')}.`}
          chosenId={chosenId}
          stops={chosen.stops}
          onSelect={setChosenId}
          onOpen={open}
          onLikely={() => undefined}
        />
      </div>
      {chosenId !== null && (
        <div className={classes.beside}>
          <LivePathPanel lanes={lanes} chosenId={chosenId} chosen={chosen} onSelect={setChosenId} />
        </div>
      )}
    </section>
  );
}
