/** The list of guides. */
import { guideListPage } from '@/doors/rest/docs/guidePages';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return guideListPage();
}
