/** The search over guides and routes. */
import { searchPage } from '@/doors/rest/docs/searchPage';

export function GET(request: Request): Promise<Response> {
  return searchPage(request);
}
