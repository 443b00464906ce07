/** Which of the kept pictures is shown, and whether what is chosen was chosen in it. */
'use client';

import { useState, type RefObject } from 'react';
import type { GraphHandle } from '@/ui/graph/GraphCanvas';

interface ShownGraph {
  /** Of each kept picture its own. */
  graphOf(picture: string): RefObject<GraphHandle | null>;
  /** Of the picture that is shown. */
  graph: RefObject<GraphHandle | null>;
  isChosenHere: boolean;
}

/** `asked` is the picture that is to be shown next, where that is another one: what is chosen together with it is chosen in that one. */
export function useShownGraph(picture: string, asked: string, selectedId: string | null): ShownGraph {
  const [graphOf] = useState(holdGraphs);
  const [held, setHeld] = useState({ picture: asked, selectedId });
  const chosen = held.selectedId === selectedId ? held : { picture: asked, selectedId };
  if (chosen !== held) setHeld(chosen);
  return { graphOf, graph: graphOf(picture), isChosenHere: chosen.picture === picture };
}

/** Makes the handle of each picture when it is first asked for. */
function holdGraphs(): ShownGraph['graphOf'] {
  const graphs = new Map<string, RefObject<GraphHandle | null>>();
  return (name) => {
    const graph = graphs.get(name) ?? { current: null };
    graphs.set(name, graph);
    return graph;
  };
}
