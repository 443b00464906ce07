/** One Cytoscape per div, and what keeps it in step: style, content, places and marks are handed on as each of them changes. */
'use client';

import type { Core, StylesheetJson } from 'cytoscape';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { restOn } from '@/ui/hoverIntent';
import { boundsOf } from './bounds';
import { ARRIVED, fitInto, keepMiddle, startAt } from './camera';
import { farStepOf, stopLandmarks, writeLandmarks, writeLandmarksNext } from './distance';
import { DRAWN_EVENT, claimStyleMark, drawPicture, markUndrawn, placeNodes } from './drawing';
import { loadCytoscape } from './loadCytoscape';
import { drawMarks, stopMarks } from './marks';
import type { Marks, Picture, Point, Positions } from './picture';
import { forgetKept } from './putAway';
import { quickenCanvas } from './quickCanvas';
import { setStyle } from './quickStyle';

export interface Hover {
  kind: 'node' | 'edge';
  id: string;
  /** In pixels from the canvas' top left. */
  at: Point;
}

export interface CanvasEvents {
  onSelect(id: string | null, by: 'pointer' | 'keyboard'): void;
  onOpen?(id: string): void;
  onHover(hover: Hover | null): void;
  /** The pointer rests on a node. */
  onLikely?(id: string): void;
  onMoved?(positions: Positions): void;
  /** All of a picture is on the canvas. */
  onDrawn?(): void;
}

/** Null until Cytoscape has been loaded. `events` may be another object at each render. */
export function useCytoscape(div: RefObject<HTMLDivElement | null>, events: CanvasEvents): Core | null {
  const [cy, setCy] = useState<Core | null>(null);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    let core: Core | null = null;
    let isGone = false;
    const observer = new ResizeObserver(() => core !== null && keepMiddle(core));
    void loadCytoscape().then(({ default: cytoscape }) => {
      if (isGone || div.current === null) return;
      claimStyleMark();
      core = cytoscape({
        container: div.current,
        minZoom: 0.05,
        maxZoom: 2.5,
        boxSelectionEnabled: false,
        selectionType: 'single',
        autounselectify: true,
      });
      quickenCanvas(core);
      listen(core, latest);
      observer.observe(div.current);
      setCy(core);
    });
    return () => {
      isGone = true;
      observer.disconnect();
      if (core !== null) {
        stopMarks(core);
        stopLandmarks(core);
      }
      core?.destroy();
      setCy(null);
    };
  }, [div]);
  return cy;
}

const nothing = (): void => undefined;

function listen(cy: Core, latest: { current: CanvasEvents }): void {
  cy.on('tap', (event) => latest.current.onSelect(event.target === cy || event.target.isEdge() ? null : event.target.id(), 'pointer'));
  cy.on('dbltap', 'node', (event) => latest.current.onOpen?.(event.target.id()));
  let leave = nothing;
  cy.on('mouseover', 'node', (event) => {
    leave();
    leave = restOn(() => latest.current.onLikely?.(event.target.id()));
  });
  cy.on('mouseout', 'node', () => leave());
  cy.on('mouseover', 'node, edge', (event) => {
    const { x, y } = event.renderedPosition;
    latest.current.onHover({ kind: event.target.isNode() ? 'node' : 'edge', id: event.target.id(), at: { x, y } });
  });
  cy.on('mouseout', 'node, edge', () => latest.current.onHover(null));
  cy.on('pan zoom', () => latest.current.onHover(null));
  let step = farStepOf(cy.zoom());
  cy.on(`zoom ${ARRIVED}`, () => {
    if (cy.animated() || farStepOf(cy.zoom()) === step) return;
    step = farStepOf(cy.zoom());
    writeLandmarksNext(cy);
  });
  cy.on(DRAWN_EVENT, () => latest.current.onDrawn?.());
  cy.on('dragfree', 'node', (event) => {
    const moved = event.target.isParent() ? event.target.descendants().filter(':childless') : event.target;
    const places = new Map<string, Point>();
    moved.forEach((node: { id(): string; position(): Point }) => places.set(node.id(), { ...node.position() }));
    latest.current.onMoved?.(places);
  });
}

export interface Shown {
  picture: Picture;
  positions: Positions;
  stylesheet: StylesheetJson;
  marks: Marks;
  /** What the picture is about: where it becomes about something else, everything is brought into view again. */
  subject?: string;
  /** The first picture opens here instead of on the whole, if it has a place: a link may lead to one of thousands. */
  startsAt?: string | null;
}

function finish(cy: Core, marks: Marks): void {
  drawMarks(cy, marks);
  writeLandmarks(cy);
}

/** The order matters: what is placed and marked must have been drawn. The first places bring everything into view. */
export function useDrawing(cy: Core | null, { picture, positions, stylesheet, marks, subject = '', startsAt = null }: Shown): void {
  const fittedFor = useRef<{ cy: Core; subject: string } | null>(null);
  useEffect(() => {
    if (cy === null) return;
    setStyle(cy, stylesheet);
    forgetKept(cy);
  }, [cy, stylesheet]);
  // At the same moment as what is said of the picture changes.
  useLayoutEffect(() => {
    if (cy !== null) markUndrawn(cy);
  }, [cy, picture, positions]);
  const latest = useRef({ marks, startsAt });
  // Before what is drawn below reads it.
  useEffect(() => {
    latest.current = { marks, startsAt };
  });
  useEffect(
    () => (cy === null ? undefined : drawPicture(cy, picture, positions, latest.current.marks, () => finish(cy, latest.current.marks))),
    [cy, picture, positions],
  );
  useEffect(() => {
    if (cy === null || positions.size === 0) return;
    placeNodes(cy, positions);
    if (fittedFor.current?.cy === cy && fittedFor.current.subject === subject) return;
    const start = fittedFor.current?.cy === cy ? undefined : positions.get(latest.current.startsAt ?? '');
    fittedFor.current = { cy, subject };
    fitInto(cy, boundsOf(picture, positions), false);
    if (start !== undefined) startAt(cy, start);
  }, [cy, picture, positions, subject]);
  useEffect(() => {
    if (cy !== null) finish(cy, marks);
  }, [cy, marks]);
}
