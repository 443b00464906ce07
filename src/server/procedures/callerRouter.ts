/** Facts about the caller that a door needs before it can say what it offers. */
import { z } from 'zod';
import { PLANS, SCOPES } from '@/domain/vocabulary';
import { procedure, router } from './init';

const Caller = z.strictObject({ tenantId: z.string(), plan: z.enum(PLANS), scopes: z.array(z.enum(SCOPES)), canSeeRevenue: z.boolean() });
export type Caller = z.infer<typeof Caller>;

export const callerRouter = router({
  get: procedure({ access: { scope: 'any', role: 'Viewer' } })
    .input(z.strictObject({}))
    .output(Caller)
    .query(({ ctx }) => ({
      tenantId: ctx.tenant.tenantId,
      plan: ctx.plan,
      scopes: [...ctx.principal.scopes],
      canSeeRevenue: ctx.principal.canSeeRevenue,
    })),
});
