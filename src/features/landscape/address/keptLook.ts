/**
 * How the landscape was last looked at in this browser, by tenant, kept in a cookie: so that the server can write the picture into the page as
 * the browser will show it. Nothing in it is trusted.
 */
import { GROUPINGS } from '@/contract/values/picture';
import type { Grouping } from '@/contract/landscapePicture';
import type { Size } from '@/canvas/camera/viewport';
import { KEPT_FOR_SECONDS, type KeptWindow } from '@/client/keptWindow';

export interface KeptLook {
  /** Of the place for the picture, in pixels. */
  size: Size;
  scheme: 'light' | 'dark';
  /** The last one that somebody chose; null if nobody did. */
  grouping: Grouping | null;
}

export const LOOK_COOKIE = 'faultline-landscape';

/** `1186x785.dark.team`; null for anything else. */
export function readLook(text: string | undefined): KeptLook | null {
  const [, width, height, scheme, grouping] = /^(\d{2,4})x(\d{2,4})\.(light|dark)\.([a-z-]+)$/.exec(text ?? '') ?? [];
  if (scheme !== 'light' && scheme !== 'dark') return null;
  return {
    size: { width: Number(width), height: Number(height) },
    scheme,
    grouping: GROUPINGS.find((one) => one === grouping) ?? null,
  };
}

/** What the frame, the toolbars and the legend take of a window that is at least so wide. */
const TAKEN = [
  { from: 1_400, across: 212, down: 122 },
  // The toolbar has two rows.
  { from: 992, across: 212, down: 160 },
  // The navigation is a bar at the top.
  { from: 821, across: 0, down: 208 },
  // Toolbars are one row, to be moved sideways.
  { from: 0, across: 0, down: 132 },
] as const;

/** The look in a browser that never showed the landscape. Within a step of `WINDOW_STEP` of what the page measures, or it asks again. */
export function lookInWindow({ width, height, scheme }: KeptWindow): KeptLook {
  const taken = TAKEN.find(({ from }) => width >= from) ?? TAKEN[0];
  return { size: { width: width - taken.across, height: Math.max(0, height - taken.down) }, scheme, grouping: null };
}

/** What to give `document.cookie`. */
export function lookCookie(tenantId: string, { size, scheme, grouping }: KeptLook): string {
  const kept = `${Math.round(size.width)}x${Math.round(size.height)}.${scheme}.${grouping ?? 'any'}`;
  return `${LOOK_COOKIE}=${kept}; Path=/t/${tenantId}; Max-Age=${KEPT_FOR_SECONDS}; SameSite=Lax`;
}
