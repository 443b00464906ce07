/** What is affected beyond components, on a wall: the worst of each kind, as many as there is room for. */
'use client';

import { StateShape } from '@/client/symbols/StateMark';
import { reachGroups, type ReachTile } from './reachGroups';
import { useChanged } from './useChanged';
import type { Snapshot } from './useLiveImpact';
import classes from './WallScreen.module.css';

/** As many as a screen holds below three causes, each name in two lines. */
const MOST_TILES = 5;

interface Props {
  snapshot: Snapshot;
  /** Beside the lanes, which show all else, there is room for the applications alone. */
  isBesideLanes: boolean;
}

export function WallReach({ snapshot, isBesideLanes }: Props) {
  const groups = reachGroups(snapshot).filter(({ kind }) => !isBesideLanes || kind === 'application');
  if (groups.length === 0) return null;
  return (
    <div className={classes.groups}>
      {groups.map(({ kind, title, tiles }) => (
        <section key={kind} aria-label={title}>
          <h2 className={classes.groupTitle}>
            {tiles.length > MOST_TILES
              ? `${title}: the worst ${MOST_TILES} of ${tiles.length.toLocaleString('en')}`
              : `${title} ${tiles.length}`}
          </h2>
          <ul className={classes.tiles}>
            {tiles.slice(0, MOST_TILES).map((tile) => (
              <WallTile key={tile.id} tile={tile} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function WallTile({ tile: { name, state } }: { tile: ReachTile }) {
  const isChanged = useChanged(state);
  return (
    <li className={classes.tile} data-state={state} data-changed={isChanged || undefined}>
      <StateShape state={state} size={20} />
      <span className={classes.tileName}>{name}</span>
      <span className={classes.stateWord}>{state}</span>
    </li>
  );
}
