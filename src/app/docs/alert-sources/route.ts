/** How to send alerts to Faultline. */
import { alertSourcesPage } from '@/doors/rest/docs/alertSourcesPage';

export function GET(): Response {
  return alertSourcesPage();
}
