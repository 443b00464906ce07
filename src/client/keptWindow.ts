/**
 * The size of the browser's window and its colours, kept in a cookie by every page: from them the server can tell what a page that was never
 * opened before will look like. Nothing in it is trusted.
 */
export interface KeptWindow {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

export const WINDOW_COOKIE = 'faultline-window';

/** How long a browser keeps what helps to draw its pages. */
export const KEPT_FOR_SECONDS = 365 * 24 * 3600;

/** `1440x900.dark`; null for anything else. */
export function readWindow(text: string | undefined): KeptWindow | null {
  const [, width, height, scheme] = /^(\d{3,4})x(\d{3,4})\.(light|dark)$/.exec(text ?? '') ?? [];
  return scheme === 'light' || scheme === 'dark' ? { width: Number(width), height: Number(height), scheme } : null;
}

/** What to give `document.cookie`. */
export function windowCookie({ width, height, scheme }: KeptWindow): string {
  return `${WINDOW_COOKIE}=${width}x${height}.${scheme}; Path=/; Max-Age=${KEPT_FOR_SECONDS}; SameSite=Lax`;
}
