/** From what runs to a landscape. */
import type { Metadata } from 'next';
import { ConnectPage } from '@/features/home/ConnectPage';

export const metadata: Metadata = { title: 'Connect what you run' };

export default function Connect() {
  return <ConnectPage />;
}
