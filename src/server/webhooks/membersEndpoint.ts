/**
 * The one endpoint of a tenant that mails its members: each at the address they sign in with at that moment. It is made with the first
 * subscription that needs it, and is no webhook to anybody: no list shows it, and neither failures nor the plan switch it off.
 */
import { randomBytes } from 'node:crypto';
import type { Transaction } from '@/server/db/transaction';
import { openLanes } from './claimLane';
import { sealSecret } from './endpointSecrets';

/** Its format in the database; no webhook can have it. */
export const MEMBERS = 'members';

/** Finds endpoints that people know as webhooks. */
export const NOT_OF_MEMBERS = { format: { not: MEMBERS } } as const;

/** Its id is that of the tenant, so that there cannot be two. */
export function membersEndpointId(tenantId: string): string {
  return tenantId;
}

/** Makes the endpoint if there is none; it gets events from now on. Returns its id. */
export async function openMembersEndpoint(tx: Transaction, tenantId: string): Promise<string> {
  const id = membersEndpointId(tenantId);
  const { count } = await tx.webhookEndpoint.createMany({
    data: {
      tenantId,
      id,
      url: 'mailto:',
      format: MEMBERS,
      eventTypes: [],
      // Never used, because nothing is signed.
      secret: sealSecret(randomBytes(32).toString('base64')),
      createdBy: 'Notifications',
    },
    skipDuplicates: true,
  });
  if (count === 0) return id;
  const { eventSequence } = await tx.landscapeVersion.findUniqueOrThrow({ where: { tenantId }, select: { eventSequence: true } });
  await openLanes(tx, tenantId, id, eventSequence);
  return id;
}
