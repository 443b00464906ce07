/** How every dependency is secured, and what is missing. */
import type { Metadata } from 'next';
import { RegisterPage } from '@/features/register/RegisterPage';

export const metadata: Metadata = { title: 'Security register' };

export default function SecurityRegister() {
  return <RegisterPage />;
}
