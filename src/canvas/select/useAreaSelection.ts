/** Draws an area over the picture: by dragging with Shift held or while it is switched on, or by keys. */
'use client';

import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { freeSize, viewportOf } from '@/canvas/camera/camera';
import type { WakingCore } from '@/canvas/draw/useWakingCore';
import type { Box, CanvasNode, Point } from '@/canvas/model/picture';
import { areaBetween, areaByKey, areaInPicture, middleArea, nodesIn } from './area';

export interface AreaChoice {
  /** Dragging draws an area instead of moving the picture. */
  isOn: boolean;
  onSwitch(isOn: boolean): void;
  /** What to announce about these ids while the area is drawn. */
  wordsFor(ids: readonly string[]): string;
  /** The ids of what was in the area when it was finished; may be empty. */
  onChosen(ids: readonly string[]): void;
}

/** A press that moves less than this many pixels draws no area. */
const LEAST_DRAG = 4;
const SWITCH_KEY = 'b';

/** An area can be begun before the canvas is there: what is in it is known once it is. */
export function useAreaSelection(
  { core, whenAwake }: Pick<WakingCore, 'core' | 'whenAwake'>,
  frame: RefObject<HTMLDivElement | null>,
  nodes: readonly CanvasNode[],
  choice: AreaChoice | undefined,
) {
  const [area, setArea] = useState<Box | null>(null);
  const start = useRef<Point | null>(null);
  const isOn = choice?.isOn ?? false;
  useEffect(() => {
    if (isOn) frame.current?.focus();
    else if (start.current === null) setArea(null);
  }, [isOn, frame]);
  const inside = useMemo(
    () => (area === null || core === null ? [] : nodesIn(nodes, areaInPicture(area, viewportOf(core)))),
    [area, core, nodes],
  );

  const end = (): void => {
    start.current = null;
    setArea(null);
    if (isOn) choice?.onSwitch(false);
  };
  const finish = (chosen: Box): void => {
    if (choice === undefined) return;
    end();
    whenAwake((drawing) => choice.onChosen(nodesIn(nodes, areaInPicture(chosen, viewportOf(drawing)))));
  };
  const at = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const pointer = {
    /** Returns whether the press begins an area. */
    onPointerDownCapture: (event: PointerEvent<HTMLDivElement>): boolean => {
      if (choice === undefined || event.button !== 0 || !event.isPrimary || !(event.shiftKey || isOn)) return false;
      // No mouse events follow, so the picture does not move with the pointer. What they would have done is done here.
      event.preventDefault();
      event.currentTarget.focus();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = at(event);
      setArea(null);
      return true;
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      if (start.current === null) return;
      const drawn = areaBetween(start.current, at(event));
      setArea(Math.max(drawn.width, drawn.height) < LEAST_DRAG ? null : drawn);
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>): void => {
      if (start.current === null) return;
      const drawn = areaBetween(start.current, at(event));
      start.current = null;
      if (Math.max(drawn.width, drawn.height) < LEAST_DRAG) setArea(null);
      else finish(drawn);
    },
    onPointerCancel: end,
  };
  /** Returns whether the key was used. */
  const onKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (choice === undefined) return false;
    if (key === 'Escape' && (isOn || start.current !== null)) end();
    else if (key.toLowerCase() === SWITCH_KEY) choice.onSwitch(!isOn);
    else if (!isOn || core === null) return false;
    else if (key === 'Enter' && area !== null) finish(area);
    else {
      const free = freeSize(core);
      const next = area === null ? areaByKey(key, false, middleArea(free), free) && middleArea(free) : areaByKey(key, shiftKey, area, free);
      if (next === null) return false;
      setArea(next);
    }
    return true;
  };
  return { area, inside, isOn, pointer, onKey };
}
