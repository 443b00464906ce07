/** The wall mode of live impact: the page alone, without the frame around it. */
import { pageHref } from './pages';

export function isWallScreen(pathname: string, search: { get(name: string): string | null }): boolean {
  return pathname.endsWith('/live-impact') && search.get('wall') === '1';
}

/** Shows the wall in full screen; if the browser refuses that, it fills the window. */
export function openWallScreen(tenantId: string, go: (href: string) => void): void {
  void document.documentElement.requestFullscreen?.().catch(() => undefined);
  go(`${pageHref(tenantId, 'live-impact')}?wall=1`);
}
