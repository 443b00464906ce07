/** Webhooks of a tenant and their deliveries. */
import type { Metadata } from 'next';
import { WebhooksPage } from '@/features/adminWebhooks/WebhooksPage';

export const metadata: Metadata = { title: 'Webhooks' };

export default function Webhooks() {
  return <WebhooksPage />;
}
