/** Subscriptions: which webhook gets a message when something goes wrong. */
import { pageOf } from '@/contract/lists';
import {
  Subscription,
  SubscriptionCreate,
  SubscriptionDeleted,
  SubscriptionListInput,
  SubscriptionPatch,
  SubscriptionReference,
} from '@/contract/subscriptions';
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  updateSubscription,
  type SubscriptionCaller,
} from '@/server/notifications/subscriptions';
import { procedure, router, type CallContext } from './init';

const read = { scope: 'read', role: 'Admin' } as const;
const write = { scope: 'write', role: 'Admin' } as const;
const tags = ['Webhooks'];

export function callerOf({ principal, plan, credentials }: Pick<CallContext, 'principal' | 'plan' | 'credentials'>): SubscriptionCaller {
  return { principal, plan, now: credentials.now };
}

export const subscriptionRouter = router({
  create: procedure({
    access: write,
    openapi: {
      method: 'POST',
      path: '/subscriptions',
      tags,
      operationId: 'createSubscription',
      summary: 'Send a message to a webhook when something goes wrong',
      description:
        'Watches an entity, a team or everything. A message is sent when the condition has held for long enough, and another one when it is over.',
      status: 201,
      location: '/subscriptions/{id}',
      refusals: ['conflict'],
    },
  })
    .input(SubscriptionCreate)
    .output(Subscription)
    .mutation(({ ctx, input }) => createSubscription(ctx.tenant, callerOf(ctx), input)),
  list: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/subscriptions',
      tags,
      operationId: 'listSubscriptions',
      summary: 'List subscriptions, oldest first',
      description: 'Lists subscriptions page by page, with whether the condition of each holds now.',
    },
  })
    .input(SubscriptionListInput)
    .output(pageOf(Subscription))
    .query(({ ctx, input }) => listSubscriptions(ctx.tenant, callerOf(ctx), input)),
  get: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/subscriptions/{id}',
      tags,
      operationId: 'getSubscription',
      summary: 'One subscription',
      description: 'Returns one subscription, with whether its condition holds now.',
      refusals: ['not_found'],
    },
  })
    .input(SubscriptionReference)
    .output(Subscription)
    .query(({ ctx, input }) => getSubscription(ctx.tenant, callerOf(ctx), input.id)),
  update: procedure({
    access: write,
    openapi: {
      method: 'PATCH',
      path: '/subscriptions/{id}',
      tags,
      operationId: 'updateSubscription',
      summary: 'Change or pause a subscription',
      description: 'Changes the fields that you send. What it watches cannot be changed; create another subscription for that.',
      refusals: ['not_found'],
    },
  })
    .input(SubscriptionPatch)
    .output(Subscription)
    .mutation(({ ctx, input }) => updateSubscription(ctx.tenant, callerOf(ctx), input)),
  delete: procedure({
    access: write,
    openapi: {
      method: 'DELETE',
      path: '/subscriptions/{id}',
      tags,
      operationId: 'deleteSubscription',
      summary: 'Delete a subscription',
      description: 'Ends the subscription. Nothing more is sent for it, not even that its condition is over.',
      refusals: ['not_found'],
    },
  })
    .input(SubscriptionReference)
    .output(SubscriptionDeleted)
    .mutation(({ ctx, input }) => deleteSubscription(ctx.tenant, callerOf(ctx), input.id)),
});
