/** The API reference. */
import { referencePage } from '@/doors/rest/docs/referencePage';

export function GET(): Response {
  return referencePage();
}
