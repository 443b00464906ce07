/** The data of a tenant's home page. */
import { z } from 'zod';
import { HomeOverview } from '@/contract/homeOverview';
import { Trend, TrendInput } from '@/contract/trend';
import { readHomeOverview } from '@/server/overview/homeOverview';
import { readTrend } from '@/server/overview/trend';
import { READ, procedure, router } from './init';

export const homeRouter = router({
  overview: procedure({ access: READ })
    .input(z.strictObject({}))
    .output(HomeOverview)
    .query(({ ctx }) => readHomeOverview(ctx.tenant, ctx.plan, ctx.principal, ctx.credentials.now)),
  trend: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/trend',
      tags: ['Weak points'],
      operationId: 'getTrend',
      summary: 'Single points, what the costliest costs, and completeness, day by day',
      description:
        'One row for each day in UTC, recorded once, usually minutes after midnight, and kept for 400 days. Days before the first one are never calculated, and an empty landscape is not recorded.',
    },
  })
    .input(TrendInput)
    .output(Trend)
    .query(({ ctx, input }) => readTrend(ctx.tenant, ctx.principal, input, ctx.credentials.now)),
});
