/** Pictures that are drawn before they are chosen: nothing is chosen in them, and nobody can reach them. */
import type { ReactNode, RefObject } from 'react';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import type { Grouping, LandscapePicture } from '@/contract/landscapePicture';
import type { GraphHandle } from '@/ui/graph/GraphCanvas';
import { LandscapeCanvas } from './LandscapeCanvas';
import { NO_JOINS } from './useLandscape';

interface Surroundings {
  palette: CanvasPalette;
  /** As of the picture that is shown. */
  part: string;
  nameOf(grouping: Grouping): string;
  graphOf(name: string): RefObject<GraphHandle | null>;
  drawn(grouping: Grouping): void;
}

const NOTHING_CHOSEN = { joins: NO_JOINS, selectedId: null, startsAt: null, isChosenHere: false } as const;

function nothing(): void {
  // Nobody can reach it.
}

const UNREACHED = { onSelect: nothing, onToggleGroup: nothing, onNeighbours: nothing, onLikely: nothing };

/** By their names. */
export function canvasesAhead(
  pictures: readonly LandscapePicture[],
  { palette, part, nameOf, graphOf, drawn }: Surroundings,
): ReadonlyMap<string, ReactNode> {
  return new Map(
    pictures.map((data): [string, ReactNode] => {
      const name = nameOf(data.grouping);
      return [
        name,
        <LandscapeCanvas
          {...NOTHING_CHOSEN}
          {...UNREACHED}
          data={data}
          palette={palette}
          part={part}
          graph={graphOf(name)}
          onDrawn={() => drawn(data.grouping)}
        />,
      ];
    }),
  );
}
