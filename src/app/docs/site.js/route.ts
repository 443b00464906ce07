/** What the documentation's pages can do beyond links and forms. */
import { siteScript } from '@/doors/rest/docs/siteFiles';

export function GET(request: Request): Response {
  return siteScript(request);
}
