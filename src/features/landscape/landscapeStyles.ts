/** The look of a landscape by class. Knows classes and colours, never data. */
import type { NodeSingular, StylesheetJson } from 'cytoscape';
import type { CanvasPalette } from '@/client/look/canvasPalette';
import { edgeStyles } from '@/client/look/edgeStyles';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { FAR_STEPS } from '@/ui/graph/distance';
import { fittedName, PICTURE_FONT } from '@/ui/graph/fittedName';
import { shortName } from './shortName';

const NAME_SIZE = 12.5;
const NAME_WIDTH = 190;
/** Of the lines of what is chosen, which do not vanish from afar, nor become bars from near. */
const LIT_WIDTHS = { 'far-1': 5, 'far-2': 8, 'far-3': 14 } as const;

export function landscapeStyles(palette: CanvasPalette): StylesheetJson {
  return [
    { selector: 'node', style: { label: 'data(label)', 'font-family': PICTURE_FONT, 'font-size': NAME_SIZE, color: palette.text, 'min-zoomed-font-size': 7, 'overlay-opacity': 0 } },
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
    { selector: 'edge.quiet', style: { 'curve-style': 'haystack', 'haystack-radius': 0.3, width: 0.8, 'line-style': 'solid', 'line-opacity': 0.3 } },
    { selector: 'edge.distant', style: { width: 8, 'line-opacity': 0.5 } },
    { selector: '.faded', style: { opacity: 0.18 } },
    { selector: 'node.selected', style: { 'border-width': 2.5, 'border-style': 'solid', 'border-color': palette.accent } },
    { selector: 'edge.quiet.dependency, edge.quiet.dependent', style: { 'curve-style': 'straight', 'line-opacity': 1 } },
    { selector: 'edge.quiet.faded', style: { opacity: 0.04 } },
    { selector: 'edge.dependency', style: { 'line-color': palette.dependency, 'target-arrow-color': palette.dependency, width: 2.4, 'z-index': 9 } },
    { selector: 'edge.dependent', style: { 'line-color': palette.dependent, 'target-arrow-color': palette.dependent, width: 2.4, 'z-index': 9 } },
    ...FAR_STEPS.map(({ name }) => ({ selector: `edge.distant.dependency.${name}, edge.distant.dependent.${name}`, style: { width: LIT_WIDTHS[name] } })),
  ] as StylesheetJson;
}

/** The worse it is, the stronger the border; the shape stands inside. */
function liveStyles(palette: CanvasPalette): StylesheetJson {
  const troubled = HEALTH_STATES.filter((state) => state !== 'Healthy');
  return [
    ...troubled.map((state) => ({ selector: `node.health-${state}`, style: { 'border-color': palette.states[state], 'border-width': 2 } })),
    { selector: 'node.folded.health-Warning, node.folded.health-Degraded, node.folded.health-Outage', style: { 'border-width': 4 } },
    { selector: 'node.maintenance.health-Healthy, node.maintenance.health-Unreported', style: { 'border-color': palette.maintenance, 'border-width': 2 } },
  ] as StylesheetJson;
}

/** From afar a folded group is its name alone, which may reach a little beyond its box; from farther still it is a box that stands out from the page. */
function farStyles(palette: CanvasPalette): StylesheetJson {
  const sizes = { 'far-1': { size: 18, letters: 22, fill: palette.box }, 'far-2': { size: 25, letters: 20, fill: palette.box }, 'far-3': { size: 34, letters: 14, fill: palette.boxLine } };
  return FAR_STEPS.map(({ name }) => ({
    selector: `node.folded.${name}`,
    style: { label: (node: NodeSingular) => shortName(String(node.data('label')).split('\n')[0] ?? '', sizes[name].letters), 'font-size': sizes[name].size, 'text-wrap': 'none', 'text-margin-x': 6, 'text-outline-color': sizes[name].fill, 'text-outline-width': 3, 'background-color': sizes[name].fill },
  })) as StylesheetJson;
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
