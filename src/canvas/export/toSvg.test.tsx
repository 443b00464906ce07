import { expect, it } from 'vitest';
import type { CanvasLook } from '@/canvas/model/look';
import type { CanvasPicture } from '@/canvas/model/picture';
import { toSvg } from './toSvg';

const picture: CanvasPicture = {
  size: { width: 400, height: 100 },
  nodes: [
    { id: 'a', layer: 'card', box: { x: 0, y: 0, width: 100, height: 40 }, label: 'Shop <&>', aside: '3', classes: [] },
    {
      id: 'b',
      layer: 'card',
      box: { x: 300, y: 0, width: 100, height: 40 },
      label: 'Bank',
      icon: 'data:image/svg+xml;utf8,x',
      classes: [],
    },
  ],
  lines: [
    { id: 'a b', from: 'a', to: 'b', points: [], label: '4', classes: [] },
    { id: 'a c', from: 'a', to: 'gone', points: [], label: '9', classes: [] },
  ],
};
const look: CanvasLook = {
  page: '#ffffff',
  accent: '#0000ff',
  badge: { fill: '#fefefe', stroke: '#010101', colour: '#020202' },
  node: () => ({
    fill: '#f0f0f0',
    stroke: '#333333',
    strokeWidth: 1,
    isDashed: false,
    radius: 6,
    colour: '#111111',
    size: 12,
    isBold: false,
    asideColour: '#666666',
    isAsideBold: false,
  }),
  line: () => ({ colour: '#777777', width: 1.5, dashes: [4, 4], head: 'filled', headAt: 'to', opacity: 1 }),
};

const parsed = (text: string): Document => new DOMParser().parseFromString(text, 'image/svg+xml');

it('names, numbers and icons of all nodes and lines are in the file, escaped', () => {
  const { text, width } = toSvg(picture, look, null);
  const words = [...parsed(text).querySelectorAll('text')].map((element) => element.textContent);
  expect(words).toEqual(['Shop <&>', '3', 'Bank', '4']);
  expect(text).toContain('stroke-dasharray="4 4"');
  expect(text).toContain('href="data:image/svg+xml;utf8,x"');
  expect(width).toBe(448);
});

it('a caption says what the picture shows, at which time, and what the colours mean', () => {
  const caption = {
    title: 'Landscape',
    note: 'Version 7',
    legend: [{ colour: '#c01f2e', label: 'Outage' }],
    colour: '#111',
    dimmed: '#555',
  };
  const bare = toSvg(picture, look, null);
  const { text, height } = toSvg(picture, look, caption);
  expect(height).toBeGreaterThan(bare.height);
  for (const words of ['Landscape', 'Version 7', 'Outage']) expect(text).toContain(`>${words}<`);
});

it('a caption has the headline figures, and the signs of the picture as they are drawn', () => {
  const caption = {
    title: 'If it fails',
    note: '',
    figures: [{ label: 'People', value: '240,000' }],
    legend: [{ colour: '#c01f2e', label: 'Outage', icon: 'data:image/svg+xml;utf8,octagon' }],
    colour: '#111',
    dimmed: '#555',
  };
  const { text } = toSvg(picture, look, caption);
  expect(text).toContain('>People<');
  expect(text).toContain('>240,000<');
  expect(text).toContain('href="data:image/svg+xml;utf8,octagon"');
});

it('a slide is sixteen to nine, whatever the shape of the picture', () => {
  const caption = { title: 'All of it', note: '', legend: [], colour: '#111', dimmed: '#555', isWide: true };
  for (const size of [picture.size, { width: 400, height: 3_000 }]) {
    const { width, height } = toSvg({ ...picture, size }, look, caption);
    expect(width / height).toBeCloseTo(16 / 9);
    expect(width).toBeGreaterThanOrEqual(size.width);
  }
});
