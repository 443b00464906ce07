/** How a dependency looks in every picture: the line says its mode, the arrow head says how failure passes, colour is never the only sign. */
import type { StylesheetJson } from 'cytoscape';
import type { DependencyMode } from '@/domain/vocabulary';
import type { DependencyFacts } from '@/client/labels/dependencyLabels';
import type { CanvasPalette } from './canvasPalette';

/** Dash patterns in pixels, for canvas and legend alike; none is a solid line. */
export const MODE_DASHES: Readonly<Record<DependencyMode, readonly number[] | null>> = {
  Hard: null,
  Degraded: [9, 4],
  Soft: [4, 4],
  Async: [1.5, 4],
};

export function edgeClasses({ mode, required, propagates }: Pick<DependencyFacts, 'mode' | 'required' | 'propagates'>): string[] {
  return [`mode-${mode}`, ...(required ? [] : ['optional']), ...(propagates ? [] : ['blocked'])];
}

/** `arrowAt`: the target for "depends on", the source for the way that failure travels. */
export function edgeStyles(palette: CanvasPalette, arrowAt: 'source' | 'target'): StylesheetJson {
  const arrow = `${arrowAt}-arrow-shape`;
  const arrowColour = `${arrowAt}-arrow-color`;
  const arrowFill = `${arrowAt}-arrow-fill`;
  const dashed = Object.entries(MODE_DASHES).flatMap(([mode, dashes]) =>
    dashes === null ? [] : [{ selector: `edge.mode-${mode}`, style: { 'line-style': 'dashed', 'line-dash-pattern': [...dashes] } }],
  );
  return [
    {
      selector: 'edge',
      style: {
        'curve-style': 'bezier',
        'control-point-step-size': 34,
        width: 1.5,
        'line-color': palette.edge,
        [arrowColour]: palette.edge,
        [arrow]: 'triangle',
        'arrow-scale': 0.9,
        label: 'data(label)',
        'font-size': 10,
        color: palette.dimmed,
        'text-background-color': palette.page,
        'text-background-opacity': 0.9,
        'text-background-padding': '2px',
        'min-zoomed-font-size': 8,
      },
    },
    ...dashed,
    { selector: 'edge.mode-Async', style: { 'line-cap': 'round', width: 2 } },
    { selector: 'edge.optional', style: { [arrowFill]: 'hollow', width: 1.1 } },
    { selector: 'edge.blocked', style: { [arrow]: 'tee', 'line-opacity': 0.55 } },
    { selector: 'edge.bundle', style: { width: 2.2 } },
  ] as StylesheetJson;
}
