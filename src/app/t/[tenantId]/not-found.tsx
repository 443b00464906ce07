/** For addresses within a tenant that lead to no page of it; the navigation stays. */
import { NoSuchPage } from '@/features/shell/NoSuchPage';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return <NoSuchPage />;
}
