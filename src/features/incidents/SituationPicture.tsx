/** The situation of an incident as columns from cause to cost: as it is now, or as it was when an incident that is over last grew. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { FailureNote } from '@/client/FailureNote';
import { groupKeyOf } from '@/client/impactColumns/cardBands';
import { ColumnsDrawing } from '@/client/impactColumns/ColumnsDrawing';
import { GroupBar } from '@/client/impactColumns/GroupBar';
import { LivePathPanel } from '@/client/impactColumns/LivePathPanel';
import { useLivePath } from '@/client/impactColumns/useLivePath';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { LiveColumns } from '@/contract/impactColumns';
import type { Incident } from '@/contract/incidents';
import { shownMoment } from '@/domain/health/shownMoment';
import { countOf } from '@/plain/counts';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import { Timestamp } from '@/ui/Timestamp';
import { landscapeThen } from './landscapeThen';
import { situationBands } from './situationBands';
import { useSituationColumns, type SituationColumns } from './useSituationColumns';
import classes from './SituationPicture.module.css';

export function SituationPicture({ incident }: { incident: Incident }) {
  const { tenantId } = useTenant();
  const at = shownMoment(incident);
  const [group, setGroup] = useState<string | null>(null);
  const answer = useSituationColumns(incident.id, at, group);
  const { data } = answer;
  return (
    <section aria-label="Picture of the situation">
      <Group gap="sm" mb={6}>
        <Title order={2}>From cause to cost</Title>
        <Text size="xs" c="dimmed">
          Of this situation alone
        </Text>
        {at !== null && (
          <Text size="xs" c="dimmed">
            As of <Timestamp at={at} hasSeconds />,{' '}
            <Anchor component={PageLink} href={landscapeThen(tenantId, at)} size="xs" underline="always">
              show the landscape at that moment
            </Anchor>
          </Text>
        )}
      </Group>
      <div className={classes.frame}>
        {data === undefined && answer.isError && (
          <FailureNote title="The picture could not be loaded" error={answer.error} onRetry={() => void answer.refetch()} isInset />
        )}
        {data === undefined && !answer.isError && (
          <div className={classes.drawing}>
            <PictureSkeleton label="Loading the picture" />
          </div>
        )}
        {data !== undefined && data.columns === null && <Note>The health history of that time is no longer kept.</Note>}
        {data?.columns?.causes.length === 0 && <Note>Nothing is affected by it now.</Note>}
        {data !== undefined && data.columns !== null && data.columns.causes.length > 0 && (
          <Columns columns={data.columns} reporting={data.reporting} at={at} onGroup={setGroup} />
        )}
      </div>
    </section>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text size="sm" p="md" role="status">
      {children}
    </Text>
  );
}

interface ColumnsProps {
  columns: LiveColumns;
  reporting: SituationColumns['reporting'];
  at: string | null;
  onGroup(group: string | null): void;
}

function Columns({ columns, reporting, at, onGroup }: ColumnsProps) {
  const canvas = useRef<CanvasHandle>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = useLivePath(columns, chosenId, at ?? undefined);
  const bandsIn = useMemo(() => situationBands(columns, reporting), [columns, reporting]);
  const select = (id: string | null): void => {
    const key = id === null ? null : groupKeyOf(id);
    if (key !== null) onGroup(key);
    setChosenId(key === null ? id : null);
  };
  return (
    <div className={classes.picture} data-chosen={chosenId !== null}>
      <div className={classes.drawing}>
        <GroupBar columns={columns} onLeave={() => onGroup(null)} />
        <ColumnsDrawing
          canvas={canvas}
          bandsIn={bandsIn}
          subject={`${at ?? 'now'} ${columns.group ?? ''}`}
          label={`Columns of the situation: ${countOf(columns.causes.length + columns.causesOmitted, 'cause')}, ${countOf(columns.cards.length + columns.others.applications, 'application')}.`}
          chosenId={chosenId}
          stops={chosen.stops}
          onSelect={select}
          onOpen={select}
          onLikely={() => undefined}
        />
      </div>
      {chosenId !== null && (
        <div className={classes.beside}>
          <LivePathPanel columns={columns} chosenId={chosenId} chosen={chosen} onSelect={setChosenId} />
        </div>
      )}
    </div>
  );
}
