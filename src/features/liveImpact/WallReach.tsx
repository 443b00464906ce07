/** What is affected beyond components, on a wall: the worst of each kind, the others counted. */
'use client';

import { StateShape } from '@/client/look/StateMark';
import { reachGroups, type ReachTile } from './reachGroups';
import { useChanged } from './useChanged';
import type { Snapshot } from './useLiveImpact';
import classes from './WallScreen.module.css';

const MOST_TILES = 6;

export function WallReach({ snapshot }: { snapshot: Snapshot }) {
  const groups = reachGroups(snapshot);
  if (groups.length === 0) return null;
  return (
    <div className={classes.groups}>
      {groups.map(({ kind, title, tiles }) => (
        <section key={kind} aria-label={title}>
          <h2 className={classes.groupTitle}>
            {title} {tiles.length.toLocaleString('en')}
          </h2>
          <ul className={classes.tiles}>
            {tiles.slice(0, MOST_TILES).map((tile) => (
              <WallTile key={tile.id} tile={tile} />
            ))}
          </ul>
          {tiles.length > MOST_TILES && <p className={classes.more}>and {(tiles.length - MOST_TILES).toLocaleString('en')} more</p>}
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
