/** The look of a landscape by class. Knows classes and colours, never data. */
import type { NodeSingular, StylesheetJson } from 'cytoscape';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { edgeStyles } from '@/client/symbols/edgeStyles';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { FAR_STEPS, type FarStep } from '@/ui/graph/distance';
import { fittedName, PICTURE_FONT } from '@/ui/graph/fittedName';
import { shortName } from './shortName';

const NAME_SIZE = 12.5;
const NAME_WIDTH = 190;
/** Of the lines of what is chosen, which do not vanish from afar, nor become bars from near. */
const LIT_WIDTHS = { 'far-1': 5, 'far-2': 8, 'far-3': 14, 'far-4': 18 } as const;

export function landscapeStyles(palette: CanvasPalette): StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        'font-family': PICTURE_FONT,
        'font-size': NAME_SIZE,
        color: palette.text,
        'min-zoomed-font-size': 7,
        'overlay-opacity': 0,
      },
    },
    {
      selector: 'node.component',
      style: {
        shape: 'round-rectangle',
        'corner-radius': '6',
        width: 'data(width)',
        height: 'data(height)',
        label: (node: NodeSingular) => fittedName(String(node.data('label')), NAME_WIDTH, { size: NAME_SIZE }),
        'background-color': palette.node,
        'border-width': 1,
        'border-color': palette.nodeLine,
        'text-valign': 'center',
        'text-halign': 'center',
        'text-margin-x': 11,
        'background-width': '16px',
        'background-height': '16px',
        'background-position-x': '10px',
        'background-position-y': '50%',
        'background-image-containment': 'inside',
      },
    },
    { selector: 'node.component.marked', style: { 'background-width': '36px', 'text-margin-x': 20 } },
    { selector: 'node[icon]', style: { 'background-image': 'data(icon)' } },
    { selector: 'node.external', style: { 'border-style': 'dashed', 'border-width': 1.5 } },
    ...boxStyles(palette),
    ...liveStyles(palette),
    ...farStyles(palette),
    ...edgeStyles(palette, 'target'),
    {
      selector: 'edge.quiet',
      style: { 'curve-style': 'haystack', 'haystack-radius': 0.3, width: 0.8, 'line-style': 'solid', 'line-opacity': 0.3 },
    },
    { selector: 'edge.distant', style: { width: 8, 'line-opacity': 0.5 } },
    { selector: '.faded', style: { opacity: 0.18 } },
    { selector: 'node.selected', style: { 'border-width': 2.5, 'border-style': 'solid', 'border-color': palette.accent } },
    { selector: 'edge.quiet.dependency, edge.quiet.dependent', style: { 'curve-style': 'straight', 'line-opacity': 1 } },
    { selector: 'edge.quiet.faded', style: { opacity: 0.04 } },
    {
      selector: 'edge.dependency',
      style: { 'line-color': palette.dependency, 'target-arrow-color': palette.dependency, width: 2.4, 'z-index': 9 },
    },
    {
      selector: 'edge.dependent',
      style: { 'line-color': palette.dependent, 'target-arrow-color': palette.dependent, width: 2.4, 'z-index': 9 },
    },
    ...FAR_STEPS.map(({ name }) => ({
      selector: `edge.distant.dependency.${name}, edge.distant.dependent.${name}`,
      style: { width: LIT_WIDTHS[name] },
    })),
  ] as StylesheetJson;
}

/** The worse it is, the stronger the border; the shape stands inside. */
function liveStyles(palette: CanvasPalette): StylesheetJson {
  const troubled = HEALTH_STATES.filter((state) => state !== 'Healthy');
  return [
    ...troubled.map((state) => ({ selector: `node.health-${state}`, style: { 'border-color': palette.states[state], 'border-width': 2 } })),
    { selector: 'node.folded.health-Warning, node.folded.health-Degraded, node.folded.health-Outage', style: { 'border-width': 4 } },
    {
      selector: 'node.maintenance.health-Healthy, node.maintenance.health-Unreported',
      style: { 'border-color': palette.maintenance, 'border-width': 2 },
    },
  ] as StylesheetJson;
}

/** From afar: the size of names in pixels of the picture, and how many letters a group's has at most. */
const FAR_NAMES: Readonly<Record<FarStep, { size: number; folded: number; box: number }>> = {
  'far-1': { size: 18, folded: 22, box: 26 },
  'far-2': { size: 25, folded: 20, box: 22 },
  'far-3': { size: 34, folded: 14, box: 18 },
  'far-4': { size: 50, folded: 9, box: 14 },
};

/** From afar a group is its name: a folded one's may reach a little beyond its box, which stands out from the page from farther still; that of one around its components stands above it. */
function farStyles(palette: CanvasPalette): StylesheetJson {
  return FAR_STEPS.flatMap(({ name }) => {
    const { size, folded, box } = FAR_NAMES[name];
    const fill = name === 'far-1' || name === 'far-2' ? palette.box : palette.boxLine;
    const named = (letters: number) => ({
      label: (node: NodeSingular) => shortName(String(node.data('label')).split('\n')[0] ?? '', letters),
      'font-size': size,
    });
    return [
      {
        selector: `node.folded.${name}`,
        style: {
          ...named(folded),
          'text-wrap': 'none',
          'text-margin-x': 6,
          'text-outline-color': fill,
          'text-outline-width': 3,
          'background-color': fill,
        },
      },
      {
        selector: `node.box.${name}`,
        style: {
          ...named(box),
          color: palette.text,
          'text-margin-y': -size / 6,
          'text-outline-color': palette.page,
          'text-outline-width': size / 8,
        },
      },
    ];
  }) as StylesheetJson;
}

/** Groups: around their components, or folded into one. */
function boxStyles(palette: CanvasPalette): StylesheetJson {
  return [
    {
      selector: 'node.box',
      style: {
        shape: 'round-rectangle',
        'corner-radius': '10',
        'background-color': palette.box,
        'background-opacity': 0.75,
        'border-width': 1,
        'border-color': palette.boxLine,
        padding: '27px',
        'text-valign': 'top',
        'text-halign': 'center',
        'text-margin-y': 21,
        'font-weight': 600,
        color: palette.dimmed,
        'background-width': '14px',
        'background-height': '14px',
        'background-position-x': '9px',
        'background-position-y': '8px',
        'background-clip': 'none',
        'z-compound-depth': 'bottom',
      },
    },
    {
      selector: 'node.folded',
      style: {
        shape: 'round-rectangle',
        'corner-radius': '9',
        width: 'data(width)',
        height: 'data(height)',
        'background-color': palette.box,
        'border-width': 3,
        'border-style': 'double',
        'border-color': palette.nodeLine,
        'text-valign': 'center',
        'text-wrap': 'wrap',
        'background-width': '15px',
        'background-height': '15px',
        'background-position-x': '9px',
        'background-position-y': '9px',
        'line-height': 1.25,
        'font-size': 12,
      },
    },
  ] as StylesheetJson;
}
