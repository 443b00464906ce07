/** Whose own subscription a message belongs to, and what that person may get at the moment of sending. */
import type { EventEnvelope } from '@/contract/events';
import type { WebhookEndpoint } from '@generated/client';
import type { Transaction } from '@/server/db/transaction';
import { findMemberById } from '@/server/memberNames';
import { partsOf, subscriptionIdOf } from './gatherMails';
import { mayGetRevenue, mayPersonGetRevenue } from './mayGetRevenue';
import { MEMBERS } from './membersEndpoint';

export interface Subscriber {
  /** Those that the message is about and that still exist. */
  subscriptionIds: ReadonlySet<string>;
  userId: string;
  /** Where they sign in with now. */
  address: string;
}

/** Null for a message that belongs to nobody's own subscription; 'ended' if all its subscriptions or the membership are gone. */
export async function subscriberOf(tx: Transaction, tenantId: string, event: EventEnvelope): Promise<Subscriber | 'ended' | null> {
  if ((event.data as { isOwn?: true }).isOwn !== true) return null;
  const found = await tx.subscription.findMany({
    where: { tenantId, id: { in: partsOf(event).map(subscriptionIdOf) }, subscriberId: { not: null } },
    select: { id: true, subscriberId: true },
  });
  const member = await findMemberById(tx, tenantId, found[0]?.subscriberId ?? '');
  if (member === null) return 'ended';
  return { subscriptionIds: new Set(found.map(({ id }) => id)), userId: member.userId, address: member.email };
}

/** Whether the message may hold figures: both the subscriber and, for a channel, whoever chose its address must have the right now. */
export async function mayGetWhole(tx: Transaction, endpoint: WebhookEndpoint, subscriber: Subscriber | null, now: Date): Promise<boolean> {
  const { tenantId } = endpoint;
  const isPersonAllowed = subscriber === null || (await mayPersonGetRevenue(tx, tenantId, subscriber.userId));
  return isPersonAllowed && (endpoint.format === MEMBERS || (await mayGetRevenue(tx, endpoint, now)));
}
