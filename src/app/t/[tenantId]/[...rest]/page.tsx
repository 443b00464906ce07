/** Addresses within a tenant that no page has: within its frame too. */
import { notFound } from 'next/navigation';

export default function NoPage() {
  notFound();
}
