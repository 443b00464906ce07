/** What is affected besides components, on a wall: the worst of each kind, as many as fit. */
'use client';

import { StateShape } from '@/client/symbols/StateMark';
import { reachGroups, type ReachTile } from './reachGroups';
import { ownColour } from './stateStyle';
import { useChanged } from './useChanged';
import type { Snapshot } from './useLiveImpact';
import { MOST_CAUSES } from './WallCauses';
import classes from './WallScreen.module.css';

/** How many fit below three causes, with names on two lines. */
const LEAST_ROOM = 5;
/** How many more fit for each missing cause. */
const ROOM_OF_CAUSE = 2;

interface Props {
  snapshot: Snapshot;
  /** Beside the columns, which show the rest, there is only room for applications. */
  isBesideColumns: boolean;
  /** How many causes are shown above it. */
  causes: number;
}

export function WallReach({ snapshot, isBesideColumns, causes }: Props) {
  const most = LEAST_ROOM + (isBesideColumns ? ROOM_OF_CAUSE * Math.max(0, MOST_CAUSES - causes) : 0);
  const groups = reachGroups(snapshot).filter(({ kind }) => !isBesideColumns || kind === 'application');
  if (groups.length === 0) return null;
  return (
    <div className={classes.groups}>
      {groups.map(({ kind, title, tiles }) => (
        <section key={kind} aria-label={title}>
          <h2 className={classes.groupTitle}>
            {tiles.length > most ? `${title}: the worst of ${tiles.length.toLocaleString('en')}` : `${title} ${tiles.length}`}
          </h2>
          <ul className={classes.tiles}>
            {tiles.slice(0, most).map((tile) => (
              <WallTile key={tile.id} tile={tile} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function WallTile({ tile: { name, state } }: { tile: ReachTile }) {
  const changed = useChanged(state);
  return (
    <li className={`${classes.tile} ${changed}`} style={ownColour(state)}>
      <StateShape state={state} size={20} />
      <span className={classes.tileName}>{name}</span>
      <span className={classes.stateWord}>{state}</span>
    </li>
  );
}
