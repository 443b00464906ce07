/** What each error code means. */
import { errorsPage } from '@/rest/docs/errorsPage';

export function GET(): Response {
  return errorsPage();
}
