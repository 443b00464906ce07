/**
 * What strangers with a link get. Unknown, revoked and expired links are answered alike. A link ends with the membership of its maker; one
 * that shows money ends when its maker may no longer see it.
 */
import type { SharedAnswer, SharedView } from '@/contract/shareLinks';
import type { LinkKind } from '@/contract/values/shareLinks';
import { mayPersonSeeRevenue } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { outlineOf, parseStored } from '@/server/db/parseStored';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import type { ShareLink } from '@generated/client';
import { giveBackToBucket, takeFromBucket } from '@/server/limits/addressBuckets';
import { findLink } from './findLink';

/** Tokens that lead nowhere, by network address. */
const GUESSES = { name: 'linkGuesses', burst: 30, perSecond: 0.2 };
/** Requests for one link, wherever they come from. */
const VISITS = { name: 'linkVisits', burst: 60, perSecond: 1 };
/** Whoever comes from no known address shares one. */
const NOWHERE = 'unknown';

const CONTENT = outlineOf<SharedAnswer>('page');

export function leadsNowhere(): AppError {
  return new AppError('not_found', 'This link leads nowhere: it has ended or was revoked, or its address is incomplete.');
}

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', 'Too many requests. Wait a little, then try again.', { retryAfterSeconds });
}

interface Found {
  tenant: TenantDb;
  tenantName: string;
  link: ShareLink;
}

/** Throws `not_found` if the token leads to no link of this kind, and `rate_limited` for an address that guesses, before anything is looked up. */
export async function findOpenLink(kind: LinkKind, token: string, address: string | null, now: Date): Promise<Found> {
  const from = address ?? NOWHERE;
  const wait = takeFromBucket(GUESSES, from, now.getTime());
  if (wait !== null) throw tooMany(wait);
  const found = await findLink(token);
  const open = found === null ? null : await readOpenLink(found.tenant, found.id, now);
  if (open === null || open.link.kind !== kind) throw leadsNowhere();
  giveBackToBucket(GUESSES, from, now.getTime());
  const busy = takeFromBucket(VISITS, open.link.id, now.getTime());
  if (busy !== null) throw tooMany(busy);
  return open;
}

/** Null if the link has ended. */
async function readOpenLink(tenant: TenantDb, id: string, now: Date): Promise<Found | null> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const link = await tx.shareLink.findUnique({ where: { tenantId_id: { tenantId, id } } });
    if (link === null || (link.expiresAt !== null && link.expiresAt <= now)) return null;
    const owner = await tx.tenant.findUniqueOrThrow({
      where: { id: tenantId },
      select: { name: true, plan: true, revenueVisibleTo: true, areShareLinksAllowed: true },
    });
    if (!owner.areShareLinksAllowed) return null;
    if (link.kind === 'view') {
      const maker = await tx.membership.findUnique({ where: { tenantId_userId: { tenantId, userId: link.madeById } } });
      if (maker === null) return null;
      if (link.hasRevenue && !mayPersonSeeRevenue(owner.plan, maker.role, owner.revenueVisibleTo)) return null;
    }
    return { tenant, tenantName: owner.name, link };
  });
}

/** The view behind a link, as it was when the link was made. Throws as `findOpenLink` does. */
export async function readSharedView(token: string, address: string | null, now: Date): Promise<SharedView> {
  const { tenantName, link } = await findOpenLink('view', token, address, now);
  return {
    id: link.id,
    tenantName,
    title: link.title,
    madeAt: link.madeAt.toISOString(),
    expiresAt: (link.expiresAt ?? now).toISOString(),
    hasRevenue: link.hasRevenue,
    content: parseStored(CONTENT, link.content, { table: 'share_link', column: 'content', id: link.id }),
  };
}
