/** Unknown URLs below a tenant, shown within its frame. */
import { notFound } from 'next/navigation';

export default function NoPage() {
  notFound();
}
