/** What a component depends on, or what depends on it. */
'use client';

import { KindIcon } from '@/client/symbols/KindIcon';
import { modeLabel } from '@/client/labels/dependencyLabels';
import { TYPE_LABELS } from '@/client/labels/labels';
import type { Neighbour } from '@/contract/landscapePicture';
import { formatNumber } from '@/plain/counts';
import { RowList } from './RowList';
import classes from './RowList.module.css';

interface Props {
  title: string;
  /** The number of all; `neighbours` may list only the first ones. */
  count: number;
  neighbours: readonly Neighbour[];
  empty: string;
  onSelect(id: string): void;
  onLikely(id: string): void;
}

export function NeighbourList({ title, count, neighbours, empty, ...asked }: Props) {
  const note = count === 0 ? empty : neighbours.length < count ? `The first ${neighbours.length} are listed.` : null;
  const rows = neighbours.map((neighbour) => ({
    key: neighbour.dependencyId,
    id: neighbour.component.id,
    content: (
      <>
        <KindIcon kind={neighbour.component.kind} />
        <span className={classes.words}>
          <span className={classes.name}>
            {neighbour.component.name}
            <span className={classes.aside}> · {neighbour.applicationName}</span>
          </span>
          <span className={classes.more}>
            {TYPE_LABELS[neighbour.dependencyType]} · {modeLabel(neighbour)}
          </span>
        </span>
      </>
    ),
  }));
  return <RowList title={title} count={formatNumber(count)} rows={rows} note={note} {...asked} />;
}
