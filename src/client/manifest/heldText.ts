/** The text in the editor, kept while this tab is open: across pages in memory, across reloads in session storage. */

export interface HeldText {
  text: string;
  /** Whether it was edited and not applied since. */
  isUnsaved: boolean;
}

/** In characters: browsers store about five megabytes per site. */
const MOST_STORED = 1_500_000;

const held = new Map<string, HeldText>();
const keyOf = (tenantId: string): string => `faultline.manifest.${tenantId}`;

export function readHeldText(tenantId: string): HeldText {
  const known = held.get(tenantId);
  if (known !== undefined) return known;
  const stored = window.sessionStorage.getItem(keyOf(tenantId));
  return stored === null || stored === '' ? { text: '', isUnsaved: false } : { text: stored.slice(1), isUnsaved: stored.startsWith('!') };
}

/** Returns whether it would also survive a reload. */
export function holdText(tenantId: string, value: HeldText): boolean {
  held.set(tenantId, value);
  const key = keyOf(tenantId);
  try {
    if (value.text.length <= MOST_STORED) {
      window.sessionStorage.setItem(key, `${value.isUnsaved ? '!' : ' '}${value.text}`);
      return true;
    }
  } catch {
    // The storage is full or blocked: the text is kept in memory only.
  }
  window.sessionStorage.removeItem(key);
  return false;
}
