/** Live or past columns in a frame of their own, with the words of what is selected beside them. */
'use client';

import { useRef, useState, type ReactNode } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import type { LiveColumns } from '@/contract/impactColumns';
import { countOf } from '@/plain/counts';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import type { Bands } from './bands';
import { groupKeyOf } from './cardBands';
import { ColumnsDrawing } from './ColumnsDrawing';
import { GroupBar } from './GroupBar';
import classes from './LiveColumnsFrame.module.css';
import { LivePathPanel } from './LivePathPanel';
import { useLivePath } from './useLivePath';

interface Props {
  /** What is drawn; null while it is loading. */
  drawn: { columns: LiveColumns; bandsIn(cardBands: number): Bands } | null;
  /** What the columns are of, as the start of their accessible name. */
  label: string;
  height: 'short' | 'tall';
  /** A past instant; null for now. */
  at: string | null;
  /** Asks for the columns of one group, or of everything. */
  onGroup(group: string | null): void;
  /** By default, opening selects. */
  onOpen?(id: string): void;
  /** Shown where there are no columns. */
  instead?: ReactNode;
}

export function LiveColumnsFrame({ drawn, height, instead = null, ...more }: Props) {
  return (
    <div className={classes.frame} data-height={height}>
      {instead ??
        (drawn === null ? (
          <div className={classes.drawing}>
            <PictureSkeleton label="Loading the picture" />
          </div>
        ) : (
          <Columns {...drawn} {...more} />
        ))}
    </div>
  );
}

type ColumnsProps = NonNullable<Props['drawn']> & Pick<Props, 'label' | 'at' | 'onGroup' | 'onOpen'>;

function Columns({ columns, bandsIn, label, at, onGroup, onOpen }: ColumnsProps) {
  const canvas = useRef<CanvasHandle>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = useLivePath(columns, chosenId, at ?? undefined);
  const select = (id: string | null): void => {
    const key = id === null ? null : groupKeyOf(id);
    if (key !== null) onGroup(key);
    setChosenId(key === null ? id : null);
  };
  const open = (id: string): void => {
    if (onOpen === undefined || groupKeyOf(id) !== null) select(id);
    else onOpen(id);
  };
  return (
    <div className={classes.columns} data-chosen={chosenId !== null}>
      <div className={classes.drawing}>
        <GroupBar columns={columns} onLeave={() => onGroup(null)} />
        <ColumnsDrawing
          canvas={canvas}
          bandsIn={bandsIn}
          subject={`${at ?? 'now'} ${columns.group ?? ''}`}
          label={`${label}: ${countOf(columns.causes.length + columns.causesOmitted, 'cause')}, ${countOf(columns.cards.length + columns.others.applications, 'application')}.`}
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
    </div>
  );
}
