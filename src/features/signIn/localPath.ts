/** Where to go after signing in: only ever to a page of our own. */

/** The path if it stays on this site, else `/`. */
export function localPath(wanted: string | string[] | undefined): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  const base = 'http://here.invalid';
  if (!URL.canParse(wanted, base)) return '/';
  const url = new URL(wanted, base);
  return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : '/';
}
