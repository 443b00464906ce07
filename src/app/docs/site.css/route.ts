/** How the documentation looks. */
import { siteLook } from '@/doors/rest/docs/siteFiles';

export function GET(request: Request): Response {
  return siteLook(request);
}
