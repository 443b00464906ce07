/** Whose own subscription a message belongs to, and what that person may get at the moment of sending. */
import { mayPersonSeeRevenue } from '@/domain/access';
import type { EventEnvelope } from '@/contract/events';
import type { WebhookEndpoint } from '@generated/client';
import type { Transaction } from '@/server/db/transaction';
import { findMemberById } from '../memberNames';
import { mayGetRevenue } from './mayGetRevenue';
import { MEMBERS } from './membersEndpoint';

export interface Subscriber {
  subscriptionId: string;
  userId: string;
  /** Where they sign in with now. */
  address: string;
}

/** Null for a message that belongs to nobody's own subscription; 'ended' if the subscription or its membership is gone. */
export async function subscriberOf(tx: Transaction, tenantId: string, { data }: EventEnvelope): Promise<Subscriber | 'ended' | null> {
  const { isOwn, subscriptionId } = data as { isOwn?: true; subscriptionId?: string };
  if (isOwn !== true || subscriptionId === undefined) return null;
  const found = await tx.subscription.findUnique({
    where: { tenantId_id: { tenantId, id: subscriptionId } },
    select: { subscriberId: true },
  });
  const member = found === null || found.subscriberId === null ? null : await findMemberById(tx, tenantId, found.subscriberId);
  return member === null ? 'ended' : { subscriptionId, userId: member.userId, address: member.email };
}

/** Whether the message may hold figures: both the subscriber and, for a channel, whoever chose its address must have the right now. */
export async function mayGetWhole(tx: Transaction, endpoint: WebhookEndpoint, subscriber: Subscriber | null, now: Date): Promise<boolean> {
  const { tenantId } = endpoint;
  const isPersonAllowed = subscriber === null || (await mayPersonGetRevenue(tx, tenantId, subscriber.userId));
  return isPersonAllowed && (endpoint.format === MEMBERS || (await mayGetRevenue(tx, endpoint, now)));
}

/** False if they are no member. */
export async function mayPersonGetRevenue(tx: Transaction, tenantId: string, userId: string): Promise<boolean> {
  const membership = await tx.membership.findUnique({ where: { tenantId_userId: { tenantId, userId } } });
  if (membership === null) return false;
  const { plan, revenueVisibleTo } = await tx.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { plan: true, revenueVisibleTo: true },
  });
  return mayPersonSeeRevenue(plan, membership.role, revenueVisibleTo);
}
