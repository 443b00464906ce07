/** What each error code means. */
import { errorsPage } from '@/doors/rest/docs/errorsPage';

export function GET(): Response {
  return errorsPage();
}
