/** The look of the landscape's cards, rows and lines in one palette. */
import type { CanvasLook, LineStyle, NodeStyle } from '@/canvas/model/look';
import type { CanvasLine, CanvasNode } from '@/canvas/model/picture';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { MODE_DASHES } from '@/client/symbols/edgeStyles';
import type { Difference } from '@/contract/landscapeDifferences';
import { DIFFERENCES, NAME_SIZE } from '@/contract/values/picture';
import { DEPENDENCY_MODES, HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { differenceColour } from './differenceMarks';

const TITLE_SIZE = 13;
const GONE_DASHES = [2, 4];

/** Cached by palette, so that the same colours give the same object. */
const looks = new WeakMap<CanvasPalette, CanvasLook>();

export function landscapeLook(palette: CanvasPalette): CanvasLook {
  let look = looks.get(palette);
  if (look === undefined) {
    look = {
      page: palette.page,
      accent: palette.accent,
      accents: { dependency: palette.dependency, dependent: palette.dependent, both: palette.accent },
      badge: { fill: palette.page, stroke: palette.edge, colour: palette.text },
      node: (node) => nodeStyle(node, palette),
      line: (line) => lineStyle(line, palette),
    };
    looks.set(palette, look);
  }
  return look;
}

/** The trouble that the classes name, if it is worse than Healthy. */
function troubleOf(classes: readonly string[]): Exclude<HealthState, 'Healthy'> | null {
  return (
    HEALTH_STATES.find((state): state is Exclude<HealthState, 'Healthy'> => state !== 'Healthy' && classes.includes(`health-${state}`)) ??
    null
  );
}

type Trouble = ReturnType<typeof troubleOf>;
type Words = Omit<NodeStyle, 'fill' | 'stroke' | 'strokeWidth' | 'radius'>;

function differenceOf(classes: readonly string[]): Difference | null {
  return DIFFERENCES.find((difference) => classes.includes(`diff-${difference}`)) ?? null;
}

/** Differences between two instants have a border; what is gone has a dashed one. */
function nodeStyle(node: CanvasNode, palette: CanvasPalette): NodeStyle {
  const style = plainStyle(node, palette);
  const difference = differenceOf(node.classes);
  if (difference === null || node.layer === 'title') return style;
  const colour = differenceColour(difference, palette);
  return { ...style, stroke: colour, strokeWidth: 1.6, isDashed: difference === 'vanished', asideColour: colour, isAsideBold: true };
}

function plainStyle({ classes }: CanvasNode, palette: CanvasPalette): NodeStyle {
  const is = (name: string): boolean => classes.includes(name);
  const trouble = troubleOf(classes);
  const colour = trouble === null ? palette.text : palette.states[trouble];
  const words = {
    isDashed: is('external'),
    colour: palette.text,
    size: NAME_SIZE,
    isBold: false,
    asideColour: trouble === null ? palette.dimmed : colour,
    isAsideBold: trouble !== null,
  };
  const aroundRows = cardStyle(classes, trouble, palette, words);
  if (aroundRows !== null) return aroundRows;
  if (is('cell')) return cellStyle(classes, trouble, palette, words);
  if (is('cause') && trouble !== null)
    return {
      ...words,
      fill: colour,
      stroke: null,
      strokeWidth: 0,
      radius: is('box') ? 6 : 2,
      colour: palette.onState,
      asideColour: palette.onState,
      isBold: true,
    };
  const fill = trouble === null ? null : palette.tints[trouble];
  if (is('box')) {
    const [stroke, strokeWidth] = trouble === null ? [palette.nodeLine, is('stack') ? 2.4 : 1.2] : [colour, 2];
    return { ...words, fill: fill ?? palette.node, stroke, strokeWidth, radius: 6 };
  }
  const isMore = is('more');
  return {
    ...words,
    fill,
    // A row within a card has a border only if it is external.
    stroke: is('external') ? palette.nodeLine : null,
    strokeWidth: is('external') ? 1 : 0,
    radius: 2,
    colour: isMore ? palette.dimmed : palette.text,
  };
}

/** Of a card or group, its title and its shares; null for what is in it. */
function cardStyle(classes: readonly string[], trouble: Trouble, palette: CanvasPalette, words: Words): NodeStyle | null {
  const is = (name: string): boolean => classes.includes(name);
  if (is('title'))
    return { ...words, fill: null, stroke: null, strokeWidth: 0, radius: 0, size: TITLE_SIZE, isBold: true, isDashed: false };
  if (is('heading')) return { ...words, fill: null, stroke: null, strokeWidth: 0, radius: 0, colour: palette.dimmed, isDashed: false };
  if (is('share')) return { ...words, fill: palette.box, stroke: null, strokeWidth: 0, radius: 1 };
  if (!is('card') && !is('frame') && !is('group')) return null;
  const [stroke, strokeWidth] = trouble === null ? [palette.nodeLine, 1.2] : [palette.states[trouble], 2];
  return { ...words, fill: is('frame') ? palette.box : palette.node, stroke, strokeWidth, radius: 8 };
}

/** A tile is too small for a tint: it shows trouble in the full colour. */
function cellStyle(classes: readonly string[], trouble: Trouble, palette: CanvasPalette, words: Words): NodeStyle {
  const isTile = classes.includes('tile');
  const shape = { stroke: palette.cellLine, strokeWidth: 1, radius: isTile ? 0 : 4 };
  if (trouble === null) {
    const isHealthy = classes.includes('health-Healthy');
    return { ...words, ...shape, fill: isHealthy ? palette.calm : palette.box, isDashed: classes.includes('external') };
  }
  const colour = palette.states[trouble];
  if (isTile) return { ...words, ...shape, fill: colour, stroke: null, isDashed: false };
  if (classes.includes('cause'))
    return { ...words, ...shape, fill: colour, stroke: null, colour: palette.onState, isBold: true, isDashed: false };
  return { ...words, ...shape, fill: palette.tints[trouble], stroke: colour, strokeWidth: 1.6, isDashed: false };
}

function lineStyle({ classes }: CanvasLine, palette: CanvasPalette): LineStyle {
  const is = (name: string): boolean => classes.includes(name);
  const mode = DEPENDENCY_MODES.find((one) => is(`mode-${one}`));
  const difference = differenceOf(classes);
  const lit = is('dependency')
    ? palette.dependency
    : is('dependent')
      ? palette.dependent
      : is('failing') && difference === null
        ? palette.states.Outage
        : null;
  return {
    colour: lit ?? (difference === null ? palette.edge : differenceColour(difference, palette)),
    width: lit !== null || difference !== null ? 2.2 : mode === 'Async' ? 1.9 : 1.5,
    dashes: difference === 'vanished' ? GONE_DASHES : mode === undefined ? null : MODE_DASHES[mode],
    head: is('blocked') ? 'bar' : is('optional') ? 'hollow' : 'filled',
    headAt: 'to',
    opacity: 1,
  };
}
