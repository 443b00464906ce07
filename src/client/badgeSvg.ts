/** A badge of an application as SVG: its name, its state, and its single points. Readable on light and dark pages. Pure. */
import { textWidth } from '@/canvas/model/fitText';
import { PICTURE_FONT } from '@/canvas/model/look';
import type { HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { escapeXml } from '@/plain/xml';
import { STATE_COLOURS } from '@/ui/stateColours';

export interface BadgeWords {
  name: string;
  /** Null if not all of it reports. */
  state: HealthState | null;
  /** Null if they are unknown. */
  singlePoints: number | null;
}

const HEIGHT = 20;
const SIZE = 11;
const PADDING = 8;
const NAME_FILL = '#3b4252';
const UNKNOWN_FILL = '#5a6271';

export function badgeSvg({ name, state, singlePoints }: BadgeWords): string {
  const said = [state ?? 'not reported', ...(singlePoints === null ? [] : [countOf(singlePoints, 'single point')])].join(' · ');
  // White letters on the strong colours of the light theme: at least 4.5 to 1.
  const fill = state === null ? UNKNOWN_FILL : STATE_COLOURS.light.strong[state];
  return badgeOf(name, said, fill);
}

/** For an address that leads nowhere: an image too, so that a page shows words instead of a broken picture. */
export function goneBadge(): string {
  return badgeOf('Faultline', 'no such badge', UNKNOWN_FILL);
}

/** For a badge that cannot be read at the moment. */
export function busyBadge(): string {
  return badgeOf('Faultline', 'not available right now', UNKNOWN_FILL);
}

function badgeOf(name: string, said: string, fill: string): string {
  const [left, right] = [name, said].map(widthOf) as [number, number];
  const width = left + right;
  const label = escapeXml(`${name}: ${said}`);
  const words = (x: number, text: string): string => `<text x="${x + PADDING}" y="14">${escapeXml(text)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">` +
    `<title>${label}</title><clipPath id="round"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>` +
    `<g clip-path="url(#round)"><rect width="${left}" height="${HEIGHT}" fill="${NAME_FILL}"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${fill}"/></g>` +
    `<g fill="#ffffff" font-family="${escapeXml(PICTURE_FONT)}" font-size="${SIZE}">${words(0, name)}${words(left, said)}</g></svg>`
  );
}

function widthOf(text: string): number {
  return Math.ceil(textWidth(text, { size: SIZE, isBold: false })) + 2 * PADDING;
}
