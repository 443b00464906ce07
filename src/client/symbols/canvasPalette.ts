/** The colours of pictures: a canvas knows no CSS variables, so light and dark are written out. */
import type { HealthState } from '@/domain/vocabulary';

export interface CanvasPalette {
  text: string;
  dimmed: string;
  node: string;
  nodeLine: string;
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
}

const LIGHT: CanvasPalette = {
  text: '#1c212b',
  dimmed: '#5a6271',
  node: '#ffffff',
  nodeLine: '#c3c9d3',
  box: '#f0f2f6',
  boxLine: '#d5dae2',
  edge: '#9aa3b2',
  page: '#f7f8fa',
  accent: '#4550cb',
  dependency: '#0b7285',
  dependent: '#8a3ab9',
  icon: '#4d5462',
  onState: '#ffffff',
  maintenance: '#5f3dc4',
  states: { Healthy: '#2b8a5e', Warning: '#a87400', Degraded: '#cf5a12', Outage: '#c01f2e' },
};

const DARK: CanvasPalette = {
  text: '#e6e8ee',
  dimmed: '#9aa2b1',
  node: '#1f242f',
  nodeLine: '#434a59',
  box: '#161a23',
  boxLine: '#2b303b',
  edge: '#667085',
  page: '#101218',
  accent: '#8f9bff',
  dependency: '#3bc9db',
  dependent: '#d28bf5',
  icon: '#b6bdca',
  onState: '#14161c',
  maintenance: '#b197fc',
  states: { Healthy: '#5fd19b', Warning: '#f1c84b', Degraded: '#ff9d57', Outage: '#ff7d87' },
};

export function paletteOf(scheme: 'light' | 'dark'): CanvasPalette {
  return scheme === 'dark' ? DARK : LIGHT;
}
