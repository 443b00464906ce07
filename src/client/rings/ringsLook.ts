/**
 * The style of the rings: what fails is filled, a component has a border in the color of its state, dashed if only several failures together
 * affect it, and each sector is labeled with its application.
 */
import type { CanvasLook, NodeStyle } from '@/canvas/model/look';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { NAME_SIZE } from './ringsPicture';

export function ringsLook(palette: CanvasPalette): CanvasLook {
  const colourOf = (classes: readonly string[]): string | null => {
    const state = HEALTH_STATES.find((one) => classes.includes(`state-${one}`));
    return state === undefined ? null : palette.states[state];
  };
  return {
    page: palette.page,
    accent: palette.accent,
    badge: { fill: palette.page, stroke: palette.boxLine, colour: palette.text },
    node: ({ classes }) => {
      if (classes.includes('ring')) return ringStyle(palette);
      const colour = colourOf(classes);
      const isStart = classes.includes('start');
      const isTitle = classes.includes('sector');
      const isGroup = classes.includes('group');
      const isTogether = classes.includes('together');
      return {
        shape: 'rectangle',
        fill: isTitle || isGroup ? palette.page : isStart ? (colour ?? palette.icon) : palette.node,
        stroke: isTitle || isGroup ? null : (colour ?? palette.nodeLine),
        strokeWidth: isTogether ? 3 : 1.5,
        isDashed: isTogether,
        radius: 11,
        colour: isTitle ? palette.dimmed : isGroup ? (colour ?? palette.text) : isStart ? palette.onState : palette.text,
        size: NAME_SIZE,
        isBold: isStart || isTitle || isGroup,
        align: 'start',
        asideColour: palette.dimmed,
        isAsideBold: false,
      };
    },
    line: ({ classes }) => ({
      colour: classes.includes('lit') ? palette.accent : (colourOf(classes) ?? palette.edge),
      width: classes.includes('lit') ? 2.6 : 1.3,
      dashes: classes.includes('beside') ? [2, 3] : null,
      head: classes.includes('lit') ? 'filled' : null,
      headAt: 'to',
      opacity: classes.includes('lit') ? 1 : classes.includes('beside') ? 0.9 : 0.45,
    }),
  };
}

function ringStyle(palette: CanvasPalette): NodeStyle {
  return {
    shape: 'ellipse',
    fill: null,
    stroke: palette.boxLine,
    strokeWidth: 1,
    isDashed: true,
    radius: 0,
    colour: palette.dimmed,
    size: NAME_SIZE,
    isBold: false,
    align: 'middle',
    asideColour: palette.dimmed,
    isAsideBold: false,
  };
}
