/** The sorts of things that are read, with their words. */

/** Several of them, and what does or does not say something. */
export const UNITS = {
  span: { several: 'spans', source: 'spans' },
  series: { several: 'series', source: 'metrics' },
  flow: { several: 'flows', source: 'flows' },
  link: { several: 'links', source: 'the links of Jaeger' },
} as const;
export type Unit = keyof typeof UNITS;
