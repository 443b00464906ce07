/** The text that somebody is writing, kept while this tab lives: across pages in memory, across reloads in the session's storage. */

export interface HeldText {
  text: string;
  /** Whether it was written and not applied since. */
  isUnsaved: boolean;
}

/** In characters: browsers keep about five megabytes for a site. */
const MOST_STORED = 1_500_000;

const held = new Map<string, HeldText>();
const keyOf = (tenantId: string): string => `faultline.manifest.${tenantId}`;

export function readHeldText(tenantId: string): HeldText {
  const known = held.get(tenantId);
  if (known !== undefined) return known;
  const stored = window.sessionStorage.getItem(keyOf(tenantId));
  return stored === null || stored === '' ? { text: '', isUnsaved: false } : { text: stored.slice(1), isUnsaved: stored.startsWith('!') };
}

/** Whether it would also outlive a reload. */
export function holdText(tenantId: string, value: HeldText): boolean {
  held.set(tenantId, value);
  const key = keyOf(tenantId);
  try {
    if (value.text.length <= MOST_STORED) {
      window.sessionStorage.setItem(key, `${value.isUnsaved ? '!' : ' '}${value.text}`);
      return true;
    }
  } catch {
    // The storage is full or closed to us: the memory of this tab has to do.
  }
  window.sessionStorage.removeItem(key);
  return false;
}
