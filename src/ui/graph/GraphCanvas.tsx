/** A graph drawn by Cytoscape. React owns the div around it and never draws inside; what changes is handed on, part by part. */
'use client';

import type { Core, StylesheetJson } from 'cytoscape';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { claimStyleMark, drawMarks, drawPicture, fitInto, focusOn, keepMiddle, placeNodes, prefersStillness } from './drawing';
import classes from './GraphCanvas.module.css';
import { nearestInDirection, type Direction } from './nearestInDirection';
import { boxesOf, type Marks, type Picture, type Point, type Positions } from './picture';

export interface Hover {
  kind: 'node' | 'edge';
  id: string;
  /** In pixels from the canvas' top left. */
  at: Point;
}

export interface GraphHandle {
  fit(): void;
  zoomBy(factor: number): void;
  focus(id: string): void;
}

interface Props {
  picture: Picture;
  positions: Positions;
  stylesheet: StylesheetJson;
  marks: Marks;
  selectedId: string | null;
  /** What the picture is, for those who cannot see it. */
  label: string;
  onSelect(id: string | null): void;
  onOpen?(id: string): void;
  onHover(hover: Hover | null): void;
  onMoved?(positions: Positions): void;
  handle: Ref<GraphHandle>;
}

const ARROWS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
const ZOOM_STEP = 1.3;

export function GraphCanvas(props: Props) {
  const { picture, positions, stylesheet, marks, selectedId, label, handle } = props;
  const div = useRef<HTMLDivElement>(null);
  const [cy, setCy] = useState<Core | null>(null);
  const latest = useRef(props);
  const hasFitted = useRef(false);

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let core: Core | null = null;
    let isGone = false;
    const observer = new ResizeObserver(() => core !== null && keepMiddle(core));
    void import('cytoscape').then(({ default: cytoscape }) => {
      if (isGone || div.current === null) return;
      claimStyleMark();
      core = cytoscape({ container: div.current, minZoom: 0.05, maxZoom: 2.5, boxSelectionEnabled: false, selectionType: 'single', autounselectify: true });
      listen(core, latest);
      observer.observe(div.current);
      setCy(core);
    });
    return () => {
      isGone = true;
      observer.disconnect();
      core?.destroy();
      setCy(null);
    };
  }, []);

  useEffect(() => {
    cy?.style(stylesheet);
  }, [cy, stylesheet]);
  useEffect(() => {
    if (cy !== null) drawPicture(cy, picture, positions);
  }, [cy, picture, positions]);
  useEffect(() => {
    if (cy === null || positions.size === 0) return;
    placeNodes(cy, positions);
    if (hasFitted.current) return;
    hasFitted.current = true;
    fitInto(cy, false);
  }, [cy, positions]);
  useEffect(() => {
    if (cy !== null) drawMarks(cy, marks);
  }, [cy, marks, picture]);

  useImperativeHandle(
    handle,
    () => ({
      fit: () => cy !== null && fitInto(cy, !prefersStillness()),
      zoomBy: (factor) => cy?.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } }),
      focus: (id) => cy !== null && focusOn(cy, id),
    }),
    [cy],
  );

  const steer = (event: KeyboardEvent): void => {
    if (cy === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction !== undefined) {
      const next = nearestInDirection(choosable(picture, positions), selectedId, direction);
      if (next !== null) {
        props.onSelect(next);
        focusOn(cy, next);
      }
    } else if (event.key === '+' || event.key === '=') cy.zoom({ level: cy.zoom() * ZOOM_STEP, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
    else if (event.key === '-') cy.zoom({ level: cy.zoom() / ZOOM_STEP, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
    else if (event.key === '0') fitInto(cy, !prefersStillness());
    else if (event.key === 'Escape') props.onSelect(null);
    else if (event.key === 'Enter' && selectedId !== null) props.onOpen?.(selectedId);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.frame} role="application" aria-label={label} aria-roledescription="graph" tabIndex={0} onKeyDown={steer}>
      <div ref={div} className={classes.canvas} data-placed={positions.size > 0} aria-hidden="true" />
    </div>
  );
}

function choosable(picture: Picture, positions: Positions): Positions {
  const boxes = boxesOf(picture);
  const places = new Map<string, Point>();
  for (const { id, isInert } of picture.nodes) {
    const place = positions.get(id);
    if (place !== undefined && isInert === undefined && !boxes.has(id)) places.set(id, place);
  }
  return places;
}

function listen(cy: Core, latest: { current: Props }): void {
  cy.on('tap', (event) => latest.current.onSelect(event.target === cy || event.target.isEdge() ? null : event.target.id()));
  cy.on('dbltap', 'node', (event) => latest.current.onOpen?.(event.target.id()));
  cy.on('mouseover', 'node, edge', (event) => {
    const { x, y } = event.renderedPosition;
    latest.current.onHover({ kind: event.target.isNode() ? 'node' : 'edge', id: event.target.id(), at: { x, y } });
  });
  cy.on('mouseout', 'node, edge', () => latest.current.onHover(null));
  cy.on('pan zoom', () => latest.current.onHover(null));
  cy.on('dragfree', 'node', (event) => {
    const moved = event.target.isParent() ? event.target.descendants().filter(':childless') : event.target;
    const places = new Map<string, Point>();
    moved.forEach((node: { id(): string; position(): Point }) => places.set(node.id(), { ...node.position() }));
    latest.current.onMoved?.(places);
  });
}
