/** A tenant with one webhook endpoint and the receiver behind it, for the delivery suites. */
import { randomUUID } from 'node:crypto';
import type { EventType } from '@/contract/events';
import type { WebhookCreate, WebhookWithSecret } from '@/contract/webhooks';
import type { Database } from '@/server/db/database';
import { appendEvents } from '@/server/events/eventLog';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { listDeliveries } from '@/server/webhooks/deliveries';
import { createWebhook, type WebhookCaller } from '@/server/webhooks/endpoints';
import { SYSTEM } from './restTenants';
import { newTenant } from './tenants';
import { Receiver } from './webhookReceiver';
import { write } from '@/server/db/write';

export const LONG = 60_000;

export interface WebhookWorld {
  tenant: TenantDb;
  receiver: Receiver;
  caller: WebhookCaller;
  endpoint: WebhookWithSecret;
  deliver: () => ReturnType<typeof deliverWebhooks>;
}

export const freshUrl = (): string => `https://8.8.8.8/${randomUUID()}`;

/** The tenants of the current test file. Those of earlier files in this process disappeared with their databases. */
const worlds = (): TenantDb[] => processState<TenantDb[]>('webhook worlds', () => []);

/** Call it after each test, so that undelivered events of one test are not sent to the receiver of another. */
export async function endWorlds(): Promise<void> {
  for (const tenant of worlds().splice(0)) await write(tenant, (tx) => tx.webhookEndpoint.deleteMany());
}

export async function webhookWorld(database: Database, input: Partial<WebhookCreate> = {}): Promise<WebhookWorld> {
  const tenant = await newTenant(database);
  worlds().push(tenant);
  const receiver = new Receiver();
  const caller: WebhookCaller = { actor: SYSTEM, plan: 'Enterprise', now: receiver.now };
  const endpoint = await createWebhook(tenant, caller, { url: freshUrl(), ...input });
  return { tenant, receiver, caller, endpoint, deliver: () => deliverWebhooks(LONG, receiver.outside) };
}

/** Appends one event for each type; returns the number of the last. */
export function happen(tenant: TenantDb, ...types: EventType[]): Promise<number> {
  return write(tenant, (tx) =>
    appendEvents(
      tx,
      tenant.tenantId,
      types.map((type, index) => ({ type, data: { name: `${type} ${index}` } })),
    ),
  );
}

export const changes = (tenant: TenantDb, times: number): Promise<number> =>
  happen(tenant, ...Array.from({ length: times }, () => 'landscape.changed' as const));

export const deliveriesOf = async (tenant: TenantDb) => (await listDeliveries(tenant, { limit: 200 })).items;

/** Sequence, status and attempts of every delivery, in the order of events. */
export const statuses = async (tenant: TenantDb) =>
  (await deliveriesOf(tenant)).map(({ sequence, status, attempts }) => [sequence, status, attempts]).reverse();

/** As if the sender that has the lane had been silent for longer than its lease. */
export async function letLeaseLapse(tenant: TenantDb): Promise<void> {
  await write(
    tenant,
    (tx) => tx.$executeRaw`update "webhook_lane" set "leaseUntil" = now() - interval '1 second' where "leaseToken" is not null`,
  );
}
