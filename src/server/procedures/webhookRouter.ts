/** Webhook endpoints and the log of their deliveries. */
import { pageOf } from '@/contract/lists';
import {
  DeliveryListInput,
  DeliveryReference,
  Webhook,
  WebhookCreate,
  WebhookDeleted,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookListInput,
  WebhookPatch,
  WebhookReference,
  WebhookReplayInput,
  WebhookReplayed,
  WebhookTested,
  WebhookWithSecret,
} from '@/contract/webhooks';
import { getDelivery, listDeliveries, replayDelivery, replayFailed } from '@/server/webhooks/deliveries';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  testWebhook,
  updateWebhook,
  type WebhookCaller,
} from '@/server/webhooks/endpoints';
import { procedure, router, type CallContext } from './init';

const read = { scope: 'read', role: 'Admin' } as const;
const write = { scope: 'write', role: 'Admin' } as const;
const tags = ['Webhooks'];

function callerOf({ principal, plan, credentials }: Pick<CallContext, 'principal' | 'plan' | 'credentials'>): WebhookCaller {
  return { actor: principal, plan, now: credentials.now };
}

export const webhookRouter = router({
  create: procedure({
    access: write,
    isSecret: true,
    openapi: {
      method: 'POST',
      path: '/webhooks',
      tags,
      operationId: 'createWebhook',
      summary: 'Create a webhook: send events to an address',
      description:
        'Sends events to an address from now on. Only this answer and the answer to a rotation contain the secret that verifies signatures.',
      status: 201,
      location: '/webhooks/{id}',
      refusals: ['conflict'],
    },
  })
    .input(WebhookCreate)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.tenant, callerOf(ctx), input)),
  list: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/webhooks',
      tags,
      operationId: 'listWebhooks',
      summary: 'Where events are sent',
      description: 'Lists webhooks page by page, with whether their last attempts succeeded.',
    },
  })
    .input(WebhookListInput)
    .output(pageOf(Webhook))
    .query(({ ctx, input }) => listWebhooks(ctx.tenant, input)),
  get: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/webhooks/{id}',
      tags,
      operationId: 'getWebhook',
      summary: 'One webhook',
      description: 'Returns one webhook, with whether its last attempts succeeded. The secret is not in it.',
      refusals: ['not_found'],
    },
  })
    .input(WebhookReference)
    .output(Webhook)
    .query(({ ctx, input }) => getWebhook(ctx.tenant, input.id)),
  update: procedure({
    access: write,
    openapi: {
      method: 'PATCH',
      path: '/webhooks/{id}',
      tags,
      operationId: 'updateWebhook',
      summary: 'Change a webhook, or switch it on or off',
      description: 'Changes the fields that you send. A webhook that is switched on again gets only what happens from then on.',
      refusals: ['not_found'],
    },
  })
    .input(WebhookPatch)
    .output(Webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx.tenant, callerOf(ctx), input)),
  delete: procedure({
    access: write,
    openapi: {
      method: 'DELETE',
      path: '/webhooks/{id}',
      tags,
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook with its deliveries',
      description: 'Nothing more is sent to the address, and the log of its deliveries is deleted.',
      refusals: ['not_found'],
    },
  })
    .input(WebhookReference)
    .output(WebhookDeleted)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.tenant, ctx.principal, input.id)),
  test: procedure({
    access: write,
    openapi: {
      method: 'POST',
      path: '/webhooks/{id}/test',
      tags,
      operationId: 'testWebhook',
      summary: 'Send a webhook.test to this address',
      description:
        'Sends an event of the type `webhook.test` to this webhook alone, whatever types it asks for. The delivery log shows the result.',
      status: 202,
      refusals: ['not_found', 'conflict'],
    },
  })
    .input(WebhookReference)
    .output(WebhookTested)
    .mutation(({ ctx, input }) => testWebhook(ctx.tenant, callerOf(ctx), input.id)),
  rotateSecret: procedure({
    access: write,
    isSecret: true,
    openapi: {
      method: 'POST',
      path: '/webhooks/{id}/rotate-secret',
      tags,
      operationId: 'rotateWebhookSecret',
      summary: 'Create a new secret; the old one keeps signing too for 24 hours',
      description: 'Returns a new secret. For 24 hours requests are signed with both, so that you can change over without losing any.',
      refusals: ['not_found'],
    },
  })
    .input(WebhookReference)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => rotateSecret(ctx.tenant, callerOf(ctx), input.id)),
  replayFailed: procedure({
    access: write,
    openapi: {
      method: 'POST',
      path: '/webhooks/{id}/replay',
      tags,
      operationId: 'replayFailedDeliveries',
      summary: 'Send failed deliveries again, from a given time on',
      description: 'Sends again every delivery of this webhook that was recorded at or after the given time and has failed so far.',
      status: 202,
      refusals: ['not_found', 'conflict'],
    },
  })
    .input(WebhookReplayInput)
    .output(WebhookReplayed)
    .mutation(({ ctx, input }) => replayFailed(ctx.tenant, callerOf(ctx), input)),
  listDeliveries: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/webhook-deliveries',
      tags,
      operationId: 'listWebhookDeliveries',
      summary: 'What was sent where, and the result',
      description: 'Lists deliveries page by page, newest first, with how far each has got.',
    },
  })
    .input(DeliveryListInput)
    .output(pageOf(WebhookDelivery))
    .query(({ ctx, input }) => listDeliveries(ctx.tenant, input)),
  getDelivery: procedure({
    access: read,
    openapi: {
      method: 'GET',
      path: '/webhook-deliveries/{id}',
      tags,
      operationId: 'getWebhookDelivery',
      summary: 'One delivery with its message and attempts',
      description: 'Returns one delivery with the event that is sent, and the last attempts with what the receiver answered.',
      refusals: ['not_found'],
    },
  })
    .input(DeliveryReference)
    .output(WebhookDeliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx.tenant, input.id)),
  replayDelivery: procedure({
    access: write,
    openapi: {
      method: 'POST',
      path: '/webhook-deliveries/{id}/replay',
      tags,
      operationId: 'replayWebhookDelivery',
      summary: 'Send one delivery again',
      description: 'Queues the delivery again, whether it succeeded or is dead. The event keeps its id, so receivers can recognize it.',
      status: 202,
      refusals: ['not_found', 'conflict'],
    },
  })
    .input(DeliveryReference)
    .output(WebhookDelivery)
    .mutation(({ ctx, input }) => replayDelivery(ctx.tenant, callerOf(ctx), input.id)),
});
