/** The colours of pictures: a canvas cannot use CSS variables, so light and dark are spelled out. */
import type { HealthState } from '@/domain/vocabulary';
import { STATE_COLOURS } from '@/ui/stateColours';

export interface CanvasPalette {
  text: string;
  dimmed: string;
  node: string;
  nodeLine: string;
  cellLine: string;
  box: string;
  boxLine: string;
  edge: string;
  page: string;
  accent: string;
  dependency: string;
  dependent: string;
  icon: string;
  onState: string;
  maintenance: string;
  states: Readonly<Record<HealthState, string>>;
  /** The background of a cell that is known to be healthy. */
  calm: string;
  /** The background of a row in each state. */
  tints: Readonly<Record<HealthState, string>>;
  /** For categories without an order; for ordered ones, from mild to severe. */
  categories: readonly string[];
  ramp: readonly string[];
}

const LIGHT: CanvasPalette = {
  text: '#1c212b',
  dimmed: '#5a6271',
  node: '#ffffff',
  nodeLine: '#828b9c',
  cellLine: '#c3c9d4',
  box: '#f0f2f6',
  boxLine: '#828b9c',
  edge: '#7d8697',
  page: '#f7f8fa',
  accent: '#4550cb',
  dependency: '#0b7285',
  dependent: '#8a3ab9',
  icon: '#4d5462',
  onState: '#ffffff',
  maintenance: '#5f3dc4',
  states: STATE_COLOURS.light.strong,
  calm: STATE_COLOURS.light.soft.Healthy,
  tints: { ...STATE_COLOURS.light.soft, Healthy: '#ffffff' },
  categories: ['#3b5bdb', '#0b7285', '#9c36b5', '#c2410c', '#2f7d32', '#b02a5b', '#7a5c00', '#5f6b7a'],
  ramp: ['#6b8fb8', '#4d7a57', '#b07d12', '#b0303c'],
};

const DARK: CanvasPalette = {
  text: '#e6e8ee',
  dimmed: '#9aa2b1',
  node: '#1f242f',
  nodeLine: '#6b7486',
  cellLine: '#3b4352',
  box: '#161a23',
  boxLine: '#6b7486',
  edge: '#7b8699',
  page: '#101218',
  accent: '#8f9bff',
  dependency: '#3bc9db',
  dependent: '#d28bf5',
  icon: '#b6bdca',
  onState: '#14161c',
  maintenance: '#b197fc',
  states: STATE_COLOURS.dark.strong,
  calm: STATE_COLOURS.dark.soft.Healthy,
  tints: { ...STATE_COLOURS.dark.soft, Healthy: '#1f242f' },
  categories: ['#91a7ff', '#3bc9db', '#e599f7', '#ffa94d', '#8ce99a', '#faa2c1', '#ffe066', '#adb5bd'],
  ramp: ['#8fb5dd', '#86c794', '#f0b94c', '#ff8a94'],
};

export function paletteOf(scheme: 'light' | 'dark'): CanvasPalette {
  return scheme === 'dark' ? DARK : LIGHT;
}

/** A colour light (or dark) enough to be the background of a name. */
export function softened(colour: string, { node }: CanvasPalette): string {
  const parts = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const behind = parts(node);
  const mixed = parts(colour).map((part, place) => Math.round(part * SOFTENED + (behind[place] ?? 0) * (1 - SOFTENED)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const SOFTENED = 0.22;
