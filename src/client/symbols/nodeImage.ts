/** What a node shows beside its name: the drawing of its kind, and its live state as a shape with a colour of its own. */
import type { ComponentKind, HealthState } from '@/domain/vocabulary';
import type { CanvasPalette } from './canvasPalette';
import { KIND_PATHS } from './kindDrawings';
import { MAINTENANCE_PATH, STATE_PATHS } from './statePaths';

interface Live {
  health: HealthState | 'Unreported';
  isUnderMaintenance: boolean;
}

const images = new Map<string, string | null>();

/** A data URI on a grid of 24 a drawing, 48 wide where there are two; null where there is nothing to show. A kept image for each look. */
export function nodeImage(kind: ComponentKind | null, { health, isUnderMaintenance }: Live, palette: CanvasPalette): string | null {
  const key = `${palette.page} ${kind ?? ''} ${health} ${String(isUnderMaintenance)}`;
  let image = images.get(key);
  if (image === undefined) {
    image = drawn(
      [kind === null ? '' : kindDrawing(kind, palette), markDrawing(health, isUnderMaintenance, palette)].filter(
        (drawing) => drawing !== '',
      ),
    );
    images.set(key, image);
  }
  return image;
}

function kindDrawing(kind: ComponentKind, palette: CanvasPalette): string {
  const paths = KIND_PATHS[kind].map((d) => `<path d="${d}"/>`).join('');
  return `<g fill="none" stroke="${palette.icon}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`;
}

/** Maintenance is never shown as green: it has its own mark, and trouble meanwhile colours it. */
function markDrawing(health: Live['health'], isUnderMaintenance: boolean, palette: CanvasPalette): string {
  if (isUnderMaintenance) {
    const colour = health === 'Healthy' || health === 'Unreported' ? palette.maintenance : palette.states[health];
    return `<path d="${MAINTENANCE_PATH}" fill="none" stroke="${colour}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`;
  }
  if (health === 'Unreported') return '';
  const shrink = health === 'Healthy' ? ' transform="translate(5 5) scale(0.6)"' : '';
  return `<path d="${STATE_PATHS[health]}" fill="${palette.states[health]}"${shrink}/>`;
}

function drawn(drawings: readonly string[]): string | null {
  if (drawings.length === 0) return null;
  const width = drawings.length * 24 + (drawings.length - 1) * 6;
  const inside = drawings.map((drawing, place) => `<g transform="translate(${place * 30} 0)">${drawing}</g>`).join('');
  return `data:image/svg+xml;utf8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24" viewBox="0 0 ${width} 24">${inside}</svg>`)}`;
}
