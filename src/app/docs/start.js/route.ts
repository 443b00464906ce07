/** Starts the API reference's viewer. */
import { startScript } from '@/doors/rest/docs/referencePage';

export function GET(): Response {
  return startScript();
}
