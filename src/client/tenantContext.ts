/** The tenant that the pages below show. */
'use client';

import { createContext, useContext } from 'react';
import type { Plan, Role } from '@/domain/vocabulary';

export interface Membership {
  tenantId: string;
  name: string;
  plan: Plan;
  role: Role;
  /** Everything in it is sample data. */
  isDemo: boolean;
}

export const TenantContext = createContext<Membership | null>(null);

export function useTenant(): Membership {
  const tenant = useContext(TenantContext);
  if (tenant === null) throw new Error('useTenant needs a TenantProvider');
  return tenant;
}
