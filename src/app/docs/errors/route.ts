/** What each error code means. */
import { errorsPage } from '@/doors/rest/docs/errorsPage';

export const dynamic = 'force-dynamic';

export function GET(): Promise<Response> {
  return errorsPage();
}
