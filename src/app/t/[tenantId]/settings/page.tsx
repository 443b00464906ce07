/** The settings of a tenant. */
import type { Metadata } from 'next';
import { SettingsPage } from '@/features/adminTenant/SettingsPage';

export const metadata: Metadata = { title: 'Settings' };

export default function Settings() {
  return <SettingsPage />;
}
