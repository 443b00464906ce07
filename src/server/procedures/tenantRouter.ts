/** The tenant's own settings and limits. */
import { z } from 'zod';
import { Tenant, TenantPatch } from '@/contract/tenant';
import { getTenant, updateTenant } from '@/server/auth/tenants';
import { procedure, router } from './init';

export const tenantRouter = router({
  get: procedure({
    access: { scope: 'read', role: 'Viewer' },
    openapi: { method: 'GET', path: '/tenant', tags: ['Tenant'], operationId: 'getTenant', summary: 'Settings, plan, limits and usage', hasETag: true },
  })
    .input(z.strictObject({}))
    .output(Tenant)
    .query(({ ctx }) => getTenant(ctx.tenant)),
  update: procedure({ access: { scope: null, role: 'Admin' } })
    .input(TenantPatch)
    .output(Tenant)
    .mutation(({ ctx, input }) => updateTenant(ctx.tenant, ctx.principal, input, ctx.ifMatch)),
});
