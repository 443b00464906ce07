/** Replays an incident step by step: the columns at each moment, and the signals that had arrived by then. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { FailureNote } from '@/client/FailureNote';
import { groupKeyOf } from '@/client/impactColumns/cardBands';
import { GroupBar } from '@/client/impactColumns/GroupBar';
import { ColumnsDrawing } from '@/client/impactColumns/ColumnsDrawing';
import { LivePathPanel } from '@/client/impactColumns/LivePathPanel';
import { useLivePath } from '@/client/impactColumns/useLivePath';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Bands } from '@/client/impactColumns/bands';
import type { LiveColumns } from '@/contract/impactColumns';
import type { IncidentReplay, PastHealth } from '@/contract/replay';
import { countOf } from '@/plain/counts';
import { ExportMenu } from '@/ui/ExportMenu';
import { CopyLink } from '@/ui/CopyLink';
import { LoadingRows } from '@/ui/LoadingRows';
import frame from '@/ui/PictureFrame.module.css';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import { Timestamp } from '@/ui/Timestamp';
import { landscapeThen } from '@/features/incidents/landscapeThen';
import { situationBands } from '@/features/incidents/situationBands';
import { replayExports } from './replayExports';
import { ReplayBar } from './ReplayBar';
import classes from './ReplayPage.module.css';
import { SignalList } from './SignalList';
import { useReplay } from './useReplay';

export function ReplayPage({ id }: { id: string }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const replay = useQuery(trpc.incidents.replay.queryOptions({ id }));
  const { data } = replay;
  return (
    <div className={frame.page}>
      <header className={`${frame.head} ${frame.toolbar}`}>
        <Title order={1} className={frame.title}>
          {data === undefined ? 'Replay' : `Replay of incident ${data.number.toLocaleString('en')}: ${data.cause}`}
        </Title>
        <Anchor component={PageLink} href={`${pageHref(tenantId, 'incidents')}/${id}`} size="sm">
          Back to the incident
        </Anchor>
        <CopyLink />
      </header>
      {data === undefined && replay.isPending && <LoadingRows label="The replay is loading" rows={7} />}
      {data === undefined && replay.isError && (
        <FailureNote title="This incident cannot be replayed" error={replay.error} onRetry={() => void replay.refetch()} isInset />
      )}
      {data !== undefined && (data.to > data.from ? <Replay replay={data} /> : <NoHistory keptSince={data.keptSince} />)}
    </div>
  );
}

function NoHistory({ keptSince }: { keptSince: string }) {
  return (
    <Text size="sm" p="md" role="status">
      The signals of this incident are no longer kept. Health history goes back to <Timestamp at={keptSince} />.
    </Text>
  );
}

function Replay({ replay }: { replay: IncidentReplay }) {
  const { tenantId } = useTenant();
  const [group, setGroup] = useState<string | null>(null);
  const replaying = useReplay(replay, group);
  const { past, instant } = replaying;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const columns = past.data?.lanes ?? null;
  const chosen = useLivePath(columns, chosenId, past.data?.at);
  const bandsIn = useMemo(
    () => (past.data === undefined || columns === null ? null : situationBands(columns, past.data.reporting, true)),
    [past.data, columns],
  );
  const select = (id: string | null): void => {
    const key = id === null ? null : groupKeyOf(id);
    if (key !== null) setGroup(key);
    setChosenId(key === null ? id : null);
  };
  return (
    <>
      <Group wrap="nowrap" gap={0} className={classes.head}>
        <ReplayBar replay={replay} replaying={replaying} />
        <ExportMenu choices={replayExports(replay, past.data, bandsIn)} />
      </Group>
      <div className={`${frame.content} ${classes.content}`}>
        <div className={`${frame.stage} ${classes.stage}`}>
          {past.data === undefined && past.isError && (
            <FailureNote title="This moment could not be loaded" error={past.error} onRetry={() => void past.refetch()} isInset />
          )}
          {past.data === undefined && !past.isError && <PictureSkeleton label="Loading this moment" />}
          {past.data !== undefined && columns === null && <NoHistory keptSince={past.data.keptSince} />}
          {past.data !== undefined && columns !== null && bandsIn !== null && (
            <>
              <GroupBar columns={columns} onLeave={() => setGroup(null)} />
              <ColumnsThen
                past={past.data}
                columns={columns}
                bandsIn={bandsIn}
                chosenId={chosenId}
                stops={chosen.stops}
                onSelect={select}
              />
            </>
          )}
        </div>
        <div className={classes.side} role="group" aria-label="Signals and paths" tabIndex={0}>
          <Anchor component={PageLink} href={landscapeThen(tenantId, instant)} size="sm" underline="always" display="block" p="12px 16px 0">
            Show the landscape at that moment
          </Anchor>
          {columns !== null && <LivePathPanel columns={columns} chosenId={chosenId} chosen={chosen} onSelect={setChosenId} />}
          <SignalList replay={replay} instant={instant} onGo={(place) => replaying.go(place)} />
        </div>
      </div>
    </>
  );
}

interface ColumnsProps {
  past: PastHealth;
  columns: LiveColumns;
  bandsIn(cardBands: number): Bands;
  chosenId: string | null;
  stops: ReturnType<typeof useLivePath>['stops'];
  onSelect(id: string | null): void;
}

function ColumnsThen({ past, columns, bandsIn, chosenId, stops, onSelect }: ColumnsProps) {
  const canvas = useRef<CanvasHandle>(null);
  if (columns.causes.length === 0)
    return (
      <Text size="sm" p="md" role="status">
        Nothing was reported to be wrong at this moment.
      </Text>
    );
  return (
    <ColumnsDrawing
      canvas={canvas}
      bandsIn={bandsIn}
      subject={`then ${columns.group ?? ''}`}
      label={`Columns of what was affected at ${past.at}: ${countOf(columns.causes.length + columns.causesOmitted, 'cause')}, ${countOf(columns.cards.length + columns.others.applications, 'application')}.`}
      chosenId={chosenId}
      stops={stops}
      onSelect={onSelect}
      onOpen={onSelect}
      onLikely={() => undefined}
    />
  );
}
