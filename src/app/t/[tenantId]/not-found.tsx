/** Shown for URLs below a tenant that match no page; the navigation stays. */
import { NoSuchPage } from '@/features/shell/NoSuchPage';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return <NoSuchPage />;
}
