/** Where to go after signing in: only to a page of this site. */

const HERE = 'http://here.invalid';

/** The path if it stays on this site, else `/`. */
export function localPath(wanted: string | string[] | undefined): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  const leadsHere = (path: string): boolean => URL.canParse(path, HERE) && new URL(path, HERE).origin === HERE;
  if (!leadsHere(wanted)) return '/';
  const { pathname, search, hash } = new URL(wanted, HERE);
  const path = `${pathname}${search}${hash}`;
  // Once dots are resolved it may begin with two slashes, which name a host.
  return leadsHere(path) ? path : '/';
}
