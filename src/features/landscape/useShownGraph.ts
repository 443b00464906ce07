/** Which of the kept pictures is shown, and whether what is chosen was chosen in it. */
'use client';

import { useRef, type RefObject } from 'react';
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
  const graphs = useRef(new Map<string, RefObject<GraphHandle | null>>());
  const chosen = useRef({ picture: asked, selectedId });
  if (chosen.current.selectedId !== selectedId) chosen.current = { picture: asked, selectedId };
  const graphOf = (name: string): RefObject<GraphHandle | null> => {
    const graph = graphs.current.get(name) ?? { current: null };
    graphs.current.set(name, graph);
    return graph;
  };
  return { graphOf, graph: graphOf(picture), isChosenHere: chosen.current.picture === picture };
}
