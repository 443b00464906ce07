/** API keys of a tenant. */
import type { Metadata } from 'next';
import { ApiKeysPage } from '@/features/adminKeys/ApiKeysPage';

export const metadata: Metadata = { title: 'API keys' };

export default function ApiKeys() {
  return <ApiKeysPage />;
}
