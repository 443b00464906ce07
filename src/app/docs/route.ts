/** The API reference. */
import { referencePage } from '@/rest/docs/referencePage';

export function GET(): Response {
  return referencePage();
}
