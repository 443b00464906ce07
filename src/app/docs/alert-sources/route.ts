/** How to have alerts sent here. */
import { alertSourcesPage } from '@/doors/rest/docs/alertSourcesPage';

export function GET(): Response {
  return alertSourcesPage();
}
