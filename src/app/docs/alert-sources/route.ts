/** How to send alerts to Faultline. */
import { alertSourcesPage } from '@/doors/rest/docs/alertSourcesPage';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return alertSourcesPage();
}
