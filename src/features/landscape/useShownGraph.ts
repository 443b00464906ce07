/** Which of the kept pictures is shown, and whether what is chosen was chosen in it. */
'use client';

import { useRef, type RefObject } from 'react';
import type { GraphHandle } from '@/ui/graph/GraphCanvas';

interface ShownGraph {
  /** Of the picture that is shown; each has its own. */
  graph: RefObject<GraphHandle | null>;
  isChosenHere: boolean;
}

export function useShownGraph(picture: string, selectedId: string | null): ShownGraph {
  const graphs = useRef(new Map<string, RefObject<GraphHandle | null>>());
  const chosen = useRef({ picture, selectedId });
  if (chosen.current.selectedId !== selectedId) chosen.current = { picture, selectedId };
  const graph = graphs.current.get(picture) ?? { current: null };
  graphs.current.set(picture, graph);
  return { graph, isChosenHere: chosen.current.picture === picture };
}
