/** The colours of the four states, once for text, marks and pictures: each readable on the page and under its own text. */

type ByState = Readonly<Record<'Healthy' | 'Warning' | 'Degraded' | 'Outage', string>>;

export const STATE_COLOURS: Readonly<Record<'light' | 'dark', { strong: ByState; soft: ByState }>> = {
  light: {
    strong: { Healthy: '#18794e', Warning: '#8a6100', Degraded: '#b4480a', Outage: '#c01f2e' },
    soft: { Healthy: '#e3f4ea', Warning: '#fdf2cf', Degraded: '#fde7d7', Outage: '#fce4e6' },
  },
  dark: {
    strong: { Healthy: '#5fd19b', Warning: '#f1c84b', Degraded: '#ff9d57', Outage: '#ff7d87' },
    soft: { Healthy: '#14301f', Warning: '#33290c', Degraded: '#3a2210', Outage: '#3d171b' },
  },
};

/** As variables of CSS: `--state-Outage`, `--state-Outage-soft`. */
export function stateVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const { strong, soft } = STATE_COLOURS[scheme];
  return {
    ...Object.fromEntries(Object.entries(strong).map(([state, colour]) => [`--state-${state}`, colour])),
    ...Object.fromEntries(Object.entries(soft).map(([state, colour]) => [`--state-${state}-soft`, colour])),
  };
}
