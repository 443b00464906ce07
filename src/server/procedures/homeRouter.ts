/** The data of a tenant's home page. */
import { z } from 'zod';
import { HomeOverview } from '@/contract/homeOverview';
import { readHomeOverview } from '@/server/overview/homeOverview';
import { procedure, router } from './init';

export const homeRouter = router({
  overview: procedure({ access: { scope: 'read', role: 'Viewer' } })
    .input(z.strictObject({}))
    .output(HomeOverview)
    .query(({ ctx }) => readHomeOverview(ctx.tenant, ctx.plan, ctx.principal, ctx.credentials.now)),
});
