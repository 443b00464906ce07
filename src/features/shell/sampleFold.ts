/** Whether the card about sample data is folded, kept in a cookie, so that the server writes the page as the browser will show it. */

export const FOLD_COOKIE = 'faultline-sample';

const KEPT_FOR_SECONDS = 365 * 24 * 3600;

export function isFoldedBy(text: string | undefined): boolean {
  return text === 'folded';
}

/** What to give `document.cookie`. */
export function foldCookie(isFolded: boolean): string {
  return `${FOLD_COOKIE}=${isFolded ? 'folded' : 'open'}; Path=/t; Max-Age=${KEPT_FOR_SECONDS}; SameSite=Lax`;
}
