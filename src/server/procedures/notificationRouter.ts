/** People's own subscriptions, for the browser alone: they belong to people. */
import { z } from 'zod';
import {
  DigestCreate,
  OwnNotifications,
  OwnSubscription,
  OwnSubscriptionCreate,
  OwnSubscriptionPatch,
  OwnSubscriptionReference,
} from '@/contract/notifications';
import { endOwn, listOwn, subscribe, subscribeToDigest, testOwn, updateOwn } from '@/server/notifications/ownSubscriptions';
import { procedure, router } from './init';
import { callerOf } from './subscriptionRouter';

const access = { scope: null, role: 'Viewer' } as const;

export const notificationRouter = router({
  list: procedure({ access })
    .input(z.strictObject({}))
    .output(OwnNotifications)
    .query(({ ctx }) => listOwn(ctx.tenant, ctx.principal)),
  subscribe: procedure({ access })
    .input(OwnSubscriptionCreate)
    .output(OwnSubscription)
    .mutation(({ ctx, input }) => subscribe(ctx.tenant, callerOf(ctx), input)),
  subscribeToDigest: procedure({ access })
    .input(DigestCreate)
    .output(OwnSubscription)
    .mutation(({ ctx, input }) => subscribeToDigest(ctx.tenant, callerOf(ctx), input)),
  update: procedure({ access })
    .input(OwnSubscriptionPatch)
    .output(OwnSubscription)
    .mutation(({ ctx, input }) => updateOwn(ctx.tenant, callerOf(ctx), input)),
  end: procedure({ access })
    .input(OwnSubscriptionReference)
    .output(OwnSubscription)
    .mutation(({ ctx, input }) => endOwn(ctx.tenant, ctx.principal, input.id)),
  test: procedure({ access })
    .input(OwnSubscriptionReference)
    .output(OwnSubscription)
    .mutation(({ ctx, input }) => testOwn(ctx.tenant, ctx.principal, input.id)),
});
