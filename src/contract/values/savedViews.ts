/** Which addresses can be saved as a view. */
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { KINDS } from './kinds';

/** The pages whose URL describes what they show. */
export const VIEWED_PAGES: readonly string[] = [
  'landscape',
  'blast-radius',
  'scenarios',
  'weak-points',
  'paths',
  'live-impact',
  'incidents',
  'maintenance',
  'security-register',
  'audit-log',
  ...ENTITY_KINDS.map((kind) => `inventory/${KINDS[kind].path}`),
  'inventory/dependencies',
];

export const LONGEST_PATH = 2_000;
export const LONGEST_VIEW_NAME = 100;
/** The page of a path below a tenant; null if it is no such page. */
export function pageOfView(path: string): string | null {
  // Only characters that a URL holds unchanged: no control characters, no spaces, nothing that a browser would rewrite.
  if (path.length > LONGEST_PATH || !/^[a-z-]+(\/[a-z-]+)?(\?[!-"$-~]*)?$/.test(path)) return null;
  const page = path.split('?')[0] ?? '';
  return VIEWED_PAGES.includes(page) ? page : null;
}
