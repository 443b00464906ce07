/** The tenant's own settings and limits. */
import { z } from 'zod';
import { Joined } from '@/contract/people';
import { Tenant, TenantDeleteInput, TenantPatch, TenantPlanInput, TenantUsage } from '@/contract/tenant';
import { choosePlan, deleteTenant } from '@/server/auth/ownTenant';
import { readUsage } from '@/server/auth/tenantUsage';
import { getTenant, updateTenant } from '@/server/auth/tenants';
import { READ, procedure, router } from './init';

export const tenantRouter = router({
  get: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/tenant',
      tags: ['Tenant'],
      operationId: 'getTenant',
      summary: 'Settings, plan, limits and usage',
      description: 'Returns the settings of the tenant that the key belongs to, what its plan allows, and how much of that is used.',
      hasETag: true,
    },
  })
    .input(z.strictObject({}))
    .output(Tenant)
    .query(({ ctx }) => getTenant(ctx.tenant)),
  update: procedure({ access: { scope: null, role: 'Admin' } })
    .input(TenantPatch)
    .output(Tenant)
    .mutation(({ ctx, input }) => updateTenant(ctx.tenant, ctx.principal, input, ctx.ifMatch)),
  usage: procedure({ access: { scope: null, role: 'Admin' } })
    .input(z.strictObject({}))
    .output(TenantUsage)
    .query(({ ctx }) => readUsage(ctx.tenant)),
  setPlan: procedure({ access: { scope: null, role: 'Owner' } })
    .input(TenantPlanInput)
    .output(Tenant)
    .mutation(({ ctx, input }) => choosePlan(ctx.tenant, ctx.principal, input.plan, ctx.ifMatch)),
  delete: procedure({ access: { scope: null, role: 'Owner' } })
    .input(TenantDeleteInput)
    .output(Joined)
    .mutation(({ ctx, input }) => deleteTenant(ctx.tenant, ctx.principal, input.name)),
});
