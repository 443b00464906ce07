/** The home page of a tenant: what is wrong now, and what would hurt most. */
import type { Metadata } from 'next';
import { HomePage } from '@/features/home/HomePage';

export const metadata: Metadata = { title: 'Home' };

export default function Home() {
  return <HomePage />;
}
