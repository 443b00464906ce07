/** Labels for a picture's colours, in rows, legend and tooltip. */
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import type { ColourBy, PictureMark, PictureMarks } from '@/contract/picture';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';

export const COLOUR_LABELS: Readonly<Record<ColourBy, string>> = {
  health: 'Health',
  tier: 'Criticality',
  lifecycle: 'Lifecycle',
  team: 'Team',
  'end-of-support': 'End of support',
  exposure: 'Expected cost per hour',
  'single-points': 'Hard dependents',
};

/** Colourings with ordered entries, the most severe last. */
const RAMPS: Readonly<Partial<Record<ColourBy, readonly string[]>>> = {
  tier: ['Administrative', 'BusinessOperational', 'BusinessCritical', 'MissionCritical'],
  'end-of-support': ['later', 'within-a-year', 'ended'],
  exposure: ['none', 'low', 'middle', 'high'],
  'single-points': ['single-point'],
};

const SHORT_WORDS: Readonly<Record<string, string>> = {
  Administrative: 'Admin',
  BusinessOperational: 'Operational',
  BusinessCritical: 'Critical',
  MissionCritical: 'Mission',
  ended: 'Ended',
  'within-a-year': 'In a year',
  later: 'Supported',
  'single-point': 'Needed by many',
};

/** The colour of a mark; null if it matches no entry of the legend. */
export function colourOf({ colourBy, legend }: PictureMarks, colour: string | null, { ramp, categories }: CanvasPalette): string | null {
  if (colour === null) return null;
  const order = RAMPS[colourBy];
  if (order === undefined) {
    const at = legend.findIndex((entry) => entry.colour === colour);
    return categories[Math.max(0, at) % categories.length] ?? null;
  }
  const fromEnd = order.length - 1 - order.indexOf(colour);
  return ramp[Math.max(0, ramp.length - 1 - fromEnd)] ?? null;
}

/** A label short enough to follow a name. */
export function shortColourWord({ colourBy, legend }: PictureMarks, { colour, text }: PictureMark): string {
  if (colour === null) return '';
  if (colourBy === 'exposure') return text ?? '';
  return SHORT_WORDS[colour] ?? legend.find((entry) => entry.colour === colour)?.label ?? colour;
}

/** The entries for the caption of an exported file: the colours used in the picture. */
export function legendEntries(marks: PictureMarks, palette: CanvasPalette): { colour: string; label: string }[] {
  return marks.legend.flatMap((entry) => {
    const colour = legendColour(marks, entry.colour, palette);
    return colour === null ? [] : [{ colour, label: `${entry.label} ${entry.count}` }];
  });
}

/** The colour of an entry of the legend; null for components without a report. */
export function legendColour(marks: PictureMarks, entry: string, palette: CanvasPalette): string | null {
  return marks.colourBy === 'health' ? healthColour(entry, palette) : colourOf(marks, entry, palette);
}

function healthColour(state: string, { states, maintenance }: CanvasPalette): string | null {
  if (state === 'Maintenance') return maintenance;
  return HEALTH_STATES.some((one) => one === state) ? states[state as HealthState] : null;
}
