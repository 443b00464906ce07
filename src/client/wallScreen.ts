/** The wall mode of live impact: the page alone, without the frame around it. */
export function isWallScreen(pathname: string, search: { get(name: string): string | null }): boolean {
  return pathname.endsWith('/live-impact') && search.get('wall') === '1';
}
