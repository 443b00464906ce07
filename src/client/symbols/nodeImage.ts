/** The image beside a node's name: the icon of its kind, its live state as a coloured shape, or a colour of a legend. */
import type { ComponentKind, HealthState } from '@/domain/vocabulary';
import type { CanvasPalette } from './canvasPalette';
import { KIND_PATHS } from './kindDrawings';
import { MAINTENANCE_PATH, STATE_PATHS } from './statePaths';

interface Live {
  health: HealthState | 'Unreported';
  isUnderMaintenance: boolean;
}

const images = new Map<string, string>();

/** Maintenance is never green: it has its own mark, coloured by any trouble meanwhile. */
function markDrawing(health: Live['health'], isUnderMaintenance: boolean, palette: CanvasPalette): string {
  if (isUnderMaintenance) {
    const colour = health === 'Healthy' || health === 'Unreported' ? palette.maintenance : palette.states[health];
    return `<path d="${MAINTENANCE_PATH}" fill="none" stroke="${colour}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`;
  }
  if (health === 'Unreported') return '';
  const shrink = health === 'Healthy' ? ' transform="translate(5 5) scale(0.6)"' : '';
  return `<path d="${STATE_PATHS[health]}" fill="${palette.states[health]}"${shrink}/>`;
}

/** The icon of a kind, on a 24 × 24 grid. */
export function kindImage(kind: ComponentKind, colour: string): string {
  const paths = KIND_PATHS[kind].map((d) => `<path d="${d}"/>`).join('');
  return kept(
    `kind ${kind} ${colour}`,
    () => `<g fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`,
  );
}

/** The sign of a live state; null if nothing was ever reported. `colour` replaces the state's own colour. */
export function stateImage({ health, isUnderMaintenance }: Live, palette: CanvasPalette, colour?: string): string | null {
  if (health === 'Unreported' && !isUnderMaintenance) return null;
  const shown = colour === undefined ? palette : { ...palette, maintenance: colour, states: { ...palette.states, [health]: colour } };
  return kept(`state ${health} ${String(isUnderMaintenance)} ${colour ?? palette.page}`, () =>
    markDrawing(health, isUnderMaintenance, shown),
  );
}

/** A square in a colour of a legend. */
export function squareImage(colour: string): string {
  return kept(`square ${colour}`, () => `<rect x="2" y="2" width="20" height="20" rx="4" fill="${colour}"/>`);
}

const DIFFERENCE_PATHS = { appeared: 'M12 4v16M4 12h16', vanished: 'M4 12h16', changed: 'M3 14c3-6 6-6 9-2s6 4 9-2' } as const;

/** A plus, a minus or a tilde. */
export function differenceImage(difference: keyof typeof DIFFERENCE_PATHS, colour: string): string {
  const line = `fill="none" stroke="${colour}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"`;
  return kept(`difference ${difference} ${colour}`, () => `<path d="${DIFFERENCE_PATHS[difference]}" ${line}/>`);
}

/** A data URI on a 24 × 24 grid, cached by key. */
function kept(key: string, draw: () => string): string {
  const svg = () => `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">${draw()}</svg>`;
  const image = images.get(key) ?? `data:image/svg+xml;utf8,${encodeURIComponent(svg())}`;
  images.set(key, image);
  return image;
}
