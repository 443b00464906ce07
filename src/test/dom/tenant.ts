/** The tenant that components are shown in. */
import type { Membership } from '@/client/tenantContext';

export const TENANT: Membership = {
  tenantId: '11111111-1111-4111-8111-111111111111',
  name: 'Astronomy',
  plan: 'Enterprise',
  role: 'Owner',
  isDemo: false,
};
