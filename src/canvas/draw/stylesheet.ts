/** The one stylesheet of all pictures: it reads an element's look from its data. */
import type { StylesheetJson } from 'cytoscape';
import { ICON_INSET, ICON_SIZE, LINE_HEIGHT } from '@/canvas/model/lettering';
import { PICTURE_FONT } from '@/canvas/model/look';
import { BADGE_SIZE } from '@/canvas/model/badges';

/** Names smaller than this many pixels are not drawn as text. */
const LEAST_DRAWN_PIXELS = 4;

const NODES = [
  {
    selector: 'node',
    style: {
      'z-index-compare': 'manual',
      'z-index': 'data(depth)',
      width: 'data(width)',
      height: 'data(height)',
      label: 'data(label)',
      color: 'data(colour)',
      'font-family': PICTURE_FONT,
      'font-size': 'data(size)',
      'font-weight': 'data(weight)',
      'line-height': LINE_HEIGHT,
      'text-valign': 'center',
      'text-wrap': 'wrap',
      'text-max-width': '10000px',
      'min-zoomed-font-size': LEAST_DRAWN_PIXELS,
      'overlay-opacity': 0,
    },
  },
  {
    selector: 'node[strokeStyle]',
    style: {
      shape: 'round-rectangle',
      'corner-radius': 'data(radius)',
      'background-color': 'data(fill)',
      'background-opacity': 'data(fillOpacity)',
      'border-width': 'data(strokeWidth)',
      'border-color': 'data(stroke)',
      'border-style': 'data(strokeStyle)',
      'border-position': 'inside',
      'text-halign': 'right',
      'text-margin-x': 'data(textX)',
      'text-justification': 'left',
      'background-image': 'data(icon)',
      'background-width': ICON_SIZE,
      'background-height': ICON_SIZE,
      'background-position-x': ICON_INSET,
      'background-position-y': '50%',
      'background-image-containment': 'inside',
    },
  },
];

/** What is drawn on top of nodes and lines: signs, second texts, numbers. */
const SIGNS = [
  {
    selector: 'node.sign',
    style: {
      'background-opacity': 0,
      'border-width': 0,
      'background-image': 'data(icon)',
      'background-fit': 'contain',
    },
  },
  { selector: 'node.aside', style: { 'background-opacity': 0, 'border-width': 0, 'text-halign': 'left' } },
  {
    selector: 'node.badge',
    style: {
      shape: 'round-rectangle',
      'corner-radius': '7',
      'background-color': 'data(fill)',
      'border-width': 1,
      'border-color': 'data(stroke)',
      'font-size': BADGE_SIZE,
      'font-weight': 400,
      'text-halign': 'center',
    },
  },
  { selector: 'node.inert', style: { events: 'no' } },
];

const LINES = [
  {
    selector: 'edge',
    style: {
      'z-index-compare': 'manual',
      'z-index': 'data(depth)',
      'curve-style': 'data(curve)',
      'edge-distances': 'endpoints',
      'segment-weights': 'data(weights)',
      'segment-distances': 'data(distances)',
      'segment-radii': 6,
      'control-point-weights': 'data(weights)',
      'control-point-distances': 'data(distances)',
      'source-endpoint': 'data(start)',
      'target-endpoint': 'data(end)',
      width: 'data(width)',
      'line-color': 'data(colour)',
      'line-style': 'data(lineStyle)',
      'line-dash-pattern': 'data(dashes)',
      'source-arrow-shape': 'data(sourceHead)',
      'target-arrow-shape': 'data(targetHead)',
      'source-arrow-color': 'data(colour)',
      'target-arrow-color': 'data(colour)',
      'source-arrow-fill': 'data(headFill)',
      'target-arrow-fill': 'data(headFill)',
      'arrow-scale': 0.9,
      opacity: 'data(opacity)',
      'overlay-opacity': 0,
    },
  },
];

export const STYLESHEET = [...NODES, ...SIGNS, ...LINES] as StylesheetJson;
