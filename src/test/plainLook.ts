/** How cards and lines look in tests that ask what is drawn, not how. */
import type { CanvasLook } from '@/canvas/model/look';

export const PLAIN_LOOK: CanvasLook = {
  page: '#fff',
  accent: '#00f',
  badge: { fill: '#fff', stroke: '#000', colour: '#000' },
  node: () => ({
    fill: '#eee',
    stroke: null,
    strokeWidth: 0,
    isDashed: false,
    radius: 4,
    colour: '#111',
    size: 12,
    isBold: false,
    asideColour: '#666',
    isAsideBold: false,
  }),
  line: () => ({ colour: '#777', width: 1.5, dashes: null, head: 'filled', headAt: 'to', opacity: 1 }),
};
