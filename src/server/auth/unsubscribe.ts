/** Ends one subscription for whoever holds the link in its mails. They need not be signed in, and learn no more than what it was to. */
import { AppError } from '@/domain/errors';
import { database } from '@/server/db/database';
import { read } from '@/server/db/read';
import { tenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { readUnsubscribeToken } from '@/server/webhooks/unsubscribeToken';

export interface OfferedEnd {
  /** What people call what it watches. */
  name: string;
}

/** Null if the subscription has ended, or the link was never made here. */
export async function readUnsubscribeOffer(token: string): Promise<OfferedEnd | null> {
  const named = readUnsubscribeToken(token);
  if (named === null) return null;
  const { tenantId, subscriptionId: id } = named;
  const found = await read(tenantDb(database(), tenantId), (tx) =>
    tx.subscription.findUnique({
      where: { tenantId_id: { tenantId, id }, subscriberId: { not: null } },
      select: { name: true, isDigest: true, team: true },
    }),
  );
  return found && { name: found.isDigest ? `the weekly digest of ${digestOf(found.team)}` : found.name };
}

/** Null for all teams. */
function digestOf(team: string | null): string {
  return team === null ? 'all teams' : `team ${team}`;
}

/**
 * Ends it. Doing so twice is no error, because mail programs repeat. Throws 404 for a link that was never made here, and what a change of a
 * frozen tenant does.
 */
export async function unsubscribe(token: string): Promise<{ name: string | null }> {
  const named = readUnsubscribeToken(token);
  if (named === null) throw new AppError('not_found', 'This link is incomplete. Open it again from the mail.');
  const { tenantId, subscriptionId: id } = named;
  const offer = await readUnsubscribeOffer(token);
  if (offer === null) return { name: null };
  // As a change, so that a tenant that is moving refuses it.
  await write({ ...tenantDb(database(), tenantId), isForChange: true }, (tx) =>
    tx.subscription.deleteMany({ where: { tenantId, id, subscriberId: { not: null } } }),
  );
  return offer;
}
