/** The look of rings by class: a state is a shape and a colour, its kind a drawing inside. */
import type { StylesheetJson } from 'cytoscape';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { edgeStyles } from '@/client/symbols/edgeStyles';
import { kindImage } from '@/client/symbols/kindDrawings';
import { COMPONENT_KINDS, HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import type { FarStep } from '@/ui/graph/distance';
import { fittedName, PICTURE_FONT, type Lettering } from '@/ui/graph/fittedName';

/** The same shapes as beside words. */
const SHAPES: Readonly<Record<HealthState, string>> = { Outage: 'octagon', Degraded: 'diamond', Warning: 'triangle', Healthy: 'ellipse' };

/** A diamond and a triangle leave less room inside, so they are drawn larger. */
const GROWTH: Readonly<Record<HealthState, number>> = { Outage: 1, Degraded: 1.25, Warning: 1.2, Healthy: 1 };

/** Names are written larger the farther away they are seen, so that they are read as from near. */
const FAR_NAMES: Readonly<Record<FarStep, number>> = { 'far-1': 17, 'far-2': 23, 'far-3': 32, 'far-4': 46 };

/** The name as far as it has room in so many pixels. */
function within(width: number, lettering: Lettering) {
  return (node: { data(name: string): string }): string => fittedName(node.data('label'), width, lettering);
}

export function ringStyles(palette: CanvasPalette): StylesheetJson {
  const icons = COMPONENT_KINDS.map((kind) => ({
    selector: `node.kind-${kind}`,
    style: { 'background-image': kindImage(kind, palette.onState) },
  }));
  const states = HEALTH_STATES.map((state) => ({
    selector: `node.state-${state}`,
    style: {
      shape: SHAPES[state],
      'background-color': palette.states[state],
      width: (node: { data(name: string): number }) => node.data('width') * GROWTH[state],
      height: (node: { data(name: string): number }) => node.data('height') * GROWTH[state],
    },
  }));
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        'font-family': PICTURE_FONT,
        'font-size': 12,
        color: palette.text,
        'overlay-opacity': 0,
        'min-zoomed-font-size': 7,
      },
    },
    {
      selector: 'node.component',
      style: {
        label: within(120, { size: 12 }),
        'text-valign': 'bottom',
        'text-margin-y': 5,
        'text-background-color': palette.page,
        'text-background-opacity': 0.85,
        'text-background-padding': '2px',
        'background-width': '17px',
        'background-height': '17px',
        'background-image-containment': 'inside',
        'border-width': 0,
        'z-index': 5,
      },
    },
    ...icons,
    ...states,
    { selector: 'node.state-Warning', style: { 'background-position-y': '72%', 'background-width': '14px', 'background-height': '14px' } },
    {
      selector: 'node.origin',
      style: {
        'border-width': 4,
        'border-color': palette.text,
        'border-opacity': 0.85,
        label: within(220, { size: 12, isBold: true }),
        'font-weight': 700,
        'background-width': '22px',
        'background-height': '22px',
      },
    },
    ...Object.entries(FAR_NAMES).flatMap(([step, size]) => [
      { selector: `node.component.${step}`, style: { 'font-size': size, label: within(size * 10, { size }) } },
      { selector: `node.origin.${step}`, style: { label: within(size * 14, { size, isBold: true }) } },
    ]),
    {
      selector: 'node.ring',
      style: {
        shape: 'ellipse',
        width: 'data(width)',
        height: 'data(height)',
        'background-opacity': 0,
        'border-width': 1,
        'border-style': 'dashed',
        'border-color': palette.boxLine,
        color: palette.dimmed,
        'font-size': 10,
        'text-valign': 'top',
        'text-margin-y': 12,
        events: 'no',
        'z-index': 0,
      },
    },
    ...edgeStyles(palette, 'source'),
    { selector: 'edge', style: { 'curve-style': 'bezier', 'line-opacity': 0.8 } },
    { selector: 'edge.other', style: { 'line-opacity': 0.35, width: 1 } },
    { selector: '.faded', style: { opacity: 0.15 } },
    { selector: 'node.selected', style: { 'border-width': 4, 'border-color': palette.accent } },
    {
      selector: 'edge.lit',
      style: { 'line-color': palette.accent, 'source-arrow-color': palette.accent, 'line-opacity': 1, width: 3, 'z-index': 9 },
    },
  ] as StylesheetJson;
}
