/**
 * The look of columns: what fails is filled, what is affected has a border in the colour of its state, and each state also has its own shape.
 */
import type { CanvasLook, LineStyle, NodeStyle } from '@/canvas/model/look';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { HEADING_SIZE, ROW_SIZE, STRONG_SIZE, TITLE_SIZE } from './metrics';

export function columnsLook(palette: CanvasPalette): CanvasLook {
  return {
    page: palette.page,
    accent: palette.accent,
    badge: { fill: palette.page, stroke: palette.boxLine, colour: palette.text },
    node: ({ classes }) => nodeStyle(new Set(classes), palette),
    line: ({ classes }) => lineStyle(new Set(classes), palette),
  };
}

function stateIn(classes: ReadonlySet<string>): HealthState | null {
  return HEALTH_STATES.find((state) => classes.has(`state-${state}`)) ?? null;
}

function nodeStyle(classes: ReadonlySet<string>, palette: CanvasPalette): NodeStyle {
  const state = stateIn(classes);
  const isCause = classes.has('cause');
  const text = isCause ? palette.onState : palette.text;
  const quiet = isCause ? palette.onState : palette.dimmed;
  const words: NodeStyle = {
    fill: null,
    stroke: null,
    strokeWidth: 0,
    isDashed: false,
    radius: 6,
    colour: text,
    size: ROW_SIZE,
    isBold: false,
    asideColour: quiet,
    isAsideBold: false,
  };
  if (classes.has('heading')) return { ...words, colour: palette.dimmed, size: HEADING_SIZE, isBold: true };
  if (classes.has('item')) return { ...words, ...itemStyle(state, isCause, palette), ...(classes.has('together') ? TOGETHER : {}) };
  if (classes.has('bar')) return { ...words, radius: 0, fill: state === null ? palette.nodeLine : palette.states[state] };
  if (classes.has('title')) return { ...words, size: TITLE_SIZE, isBold: true };
  const own = isCause || state === null ? text : palette.states[state];
  if (classes.has('strong')) return { ...words, size: STRONG_SIZE, isBold: true, colour: own };
  if (classes.has('fact') || classes.has('more-row')) return { ...words, colour: quiet };
  const row = { ...words, fill: isCause || state === null || state === 'Healthy' ? null : palette.tints[state], radius: 0 };
  return classes.has('now') ? { ...row, isBold: true, asideColour: own, isAsideBold: true } : row;
}

/** For what only several failures together cause. */
const TOGETHER: Partial<NodeStyle> = { strokeWidth: 3, isDashed: true };

function itemStyle(state: HealthState | null, isCause: boolean, palette: CanvasPalette): Partial<NodeStyle> {
  const colour = state === null || state === 'Healthy' ? palette.nodeLine : palette.states[state];
  const fill = isCause && state !== null ? palette.states[state] : palette.node;
  return { fill, stroke: colour, strokeWidth: 1.5, isDashed: state === null };
}

const WIDTHS = { few: 1.3, some: 2, many: 3 } as const;

function lineStyle(classes: ReadonlySet<string>, palette: CanvasPalette): LineStyle {
  const state = stateIn(classes);
  const weight = (['many', 'some', 'few'] as const).find((one) => classes.has(one)) ?? 'few';
  if (classes.has('lit')) return { colour: palette.accent, width: 2.6, dashes: null, head: 'filled', headAt: 'to', opacity: 1 };
  const colour = state === null || state === 'Healthy' ? palette.edge : palette.states[state];
  return { colour, width: WIDTHS[weight], dashes: null, head: null, headAt: 'to', opacity: 0.75 };
}
