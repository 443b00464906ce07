/**
 * Links for people without an account: made, listed and revoked. Whoever has a link sees what it shows, so its token is shown once and stored
 * as a hash. A revoked link is deleted with what it held; the change log keeps that it was there.
 */
import { randomUUID } from 'node:crypto';
import type { BadgeCreate, CreatedShareLink, ShareLink, ShareLinkCreate, ShareLinkList } from '@/contract/shareLinks';
import { LARGEST_SHARED_BYTES, LINK_KINDS, MOST_LINKS, SHARED_PAGES, type LinkKind } from '@/contract/values/shareLinks';
import { isRoleAtLeast, type Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { ShareLink as Row } from '@generated/client';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { RECORDED_ONLY, makeChange, type ChangeRecord } from '@/server/landscape/changeLandscape';
import { newLinkToken } from './findLink';
import { answerForLink } from './sharedAnswer';

const DAY_MS = 24 * 3_600_000;

type Listed = Omit<Row, 'content' | 'tenantId'> & { page: string | null };

function linkOut(row: Listed, principal: Principal): ShareLink {
  const isYou = row.madeById === principal.id;
  return {
    id: row.id,
    kind: LINK_KINDS.find((kind) => kind === row.kind) ?? 'view',
    page: SHARED_PAGES.find((page) => page === row.page) ?? null,
    title: row.title,
    madeBy: { name: row.madeByName, isYou },
    madeAt: row.madeAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    hasRevenue: row.hasRevenue,
    mayRevoke: isYou || mayRevokeAll(principal),
  };
}

function mayRevokeAll({ role }: Principal): boolean {
  return role !== null && isRoleAtLeast(role, 'Admin');
}

/** What the change log keeps of a link: never its token, nor what it shows. */
interface Logged {
  shareLink: string | null;
  expiresAt: string | null;
  hasRevenue: boolean | null;
}

const NONE: Logged = { shareLink: null, expiresAt: null, hasRevenue: null };

function logged({ page, title, expiresAt, hasRevenue }: Listed): Logged {
  return { shareLink: `${page ?? 'badge'}: ${title}`, expiresAt: expiresAt?.toISOString() ?? null, hasRevenue };
}

/** As a change of the tenant: a kind of its own would be a value that clients of earlier versions do not know. */
function changeOf({ id, title }: Listed, before: Logged, after: Logged): ChangeRecord {
  return { op: 'update', kind: 'tenant', entityId: id, technicalName: title, before, after };
}

/** The links that work now, the newest first. Their content is not read. */
export async function listShareLinks(tenant: TenantDb, principal: Principal, now: Date): Promise<ShareLinkList> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const { areShareLinksAllowed } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { areShareLinksAllowed: true } });
    const rows = await tx.shareLink.findMany({
      where: { tenantId, ...stillWorks(now) },
      omit: { content: true },
      orderBy: [{ madeAt: 'desc' }, { id: 'asc' }],
    });
    return { isAllowed: areShareLinksAllowed, items: rows.map((row) => linkOut(row, principal)) };
  });
}

const stillWorks = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/**
 * Answers the question once more, stores the answer and returns the link with its token, only this once. Throws what the question throws, 403
 * `revenue_forbidden` for money that the maker may not see, 409 where links are switched off or too many, 413 for an answer that is too large.
 */
export async function createShareLink(
  tenant: TenantDb,
  plan: Plan,
  principal: Principal,
  { what, hasRevenue, days }: ShareLinkCreate,
  now: Date,
): Promise<CreatedShareLink> {
  if (hasRevenue && !principal.canSeeRevenue)
    throw new AppError('revenue_forbidden', 'You may not see revenue, so your link cannot show it. Share the view without money.');
  const { title, content } = await answerForLink({ tenant, plan, principal: { ...principal, canSeeRevenue: hasRevenue }, now }, what);
  const stored = JSON.stringify(content);
  if (stored.length > LARGEST_SHARED_BYTES)
    throw new AppError('payload_too_large', 'This answer is too large for a link. Ask for fewer hops, or about something smaller.');
  return insert(tenant, principal, now, {
    kind: 'view',
    page: what.page,
    title,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
    hasRevenue,
    applicationId: null,
    content: JSON.parse(stored) as object,
  });
}

/** Makes a badge of an application. Throws 404 if there is no such application, and 409 as `createShareLink` does. */
export async function createBadge(
  tenant: TenantDb,
  principal: Principal,
  { applicationId }: BadgeCreate,
  now: Date,
): Promise<CreatedShareLink> {
  const { tenantId } = tenant;
  const application = await read(tenant, (tx) =>
    tx.application.findUnique({ where: { tenantId_id: { tenantId, id: applicationId } }, select: { name: true } }),
  );
  if (application === null) throw new AppError('not_found', 'There is no such application. It may have been deleted in the meantime.');
  return insert(tenant, principal, now, {
    kind: 'badge',
    page: null,
    title: application.name,
    expiresAt: null,
    hasRevenue: false,
    applicationId,
    content: null,
  });
}

type NewLink = Pick<Row, 'page' | 'title' | 'expiresAt' | 'hasRevenue' | 'applicationId'> & { kind: LinkKind; content: object | null };

async function insert(tenant: TenantDb, principal: Principal, now: Date, { content, ...link }: NewLink): Promise<CreatedShareLink> {
  const { tenantId } = tenant;
  const { token, hash } = newLinkToken();
  const result = await makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    await assertRoom(tx, tenantId, link.kind, now);
    const row = await tx.shareLink.create({
      data: {
        tenantId,
        id: randomUUID(),
        ...link,
        madeById: principal.id,
        madeByName: principal.name,
        madeAt: now,
        ...(content === null ? {} : { content }),
      },
      omit: { content: true },
    });
    await tx.shareDirectory.create({ data: { hash, tenantId, linkId: row.id } });
    record(changeOf(row, NONE, logged(row)));
    return linkOut(row, principal);
  });
  return { ...result, token };
}

/** Throws 409 where the tenant has switched links off, and where it has too many. */
async function assertRoom(tx: Transaction, tenantId: string, kind: LinkKind, now: Date): Promise<void> {
  await tx.$queryRaw`select 1 from "tenant" where "id" = ${tenantId}::uuid for update`;
  const { areShareLinksAllowed } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { areShareLinksAllowed: true } });
  if (!areShareLinksAllowed)
    throw new AppError('conflict', 'Share links and badges are switched off for this tenant. An Admin can switch them on under Settings.');
  const most = MOST_LINKS[kind];
  if ((await tx.shareLink.count({ where: { tenantId, kind, ...stillWorks(now) } })) >= most)
    throw new AppError(
      'conflict',
      `This tenant has ${most} ${kind === 'view' ? 'share links' : 'badges'}, the most there may be. Revoke one first.`,
    );
}

/** The link stops working at once. Throws 404 for somebody else's link, unless an Admin asks. */
export async function revokeShareLink(tenant: TenantDb, principal: Principal, id: string): Promise<ShareLink> {
  const { tenantId } = tenant;
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    const row = await tx.shareLink.findUnique({ where: { tenantId_id: { tenantId, id } }, omit: { content: true } });
    if (row === null || (row.madeById !== principal.id && !mayRevokeAll(principal)))
      throw new AppError('not_found', 'You have no such link: it ended or was revoked.');
    await remove(tx, tenantId, [row], record);
    return linkOut(row, principal);
  });
}

/** Ends every link of the tenant, within the transaction that switches links off. */
export async function revokeAllLinks(tx: Transaction, tenantId: string, record: (change: ChangeRecord) => void): Promise<void> {
  const rows = await tx.shareLink.findMany({ where: { tenantId }, omit: { content: true }, orderBy: { id: 'asc' } });
  await remove(tx, tenantId, rows, record);
}

async function remove(tx: Transaction, tenantId: string, rows: readonly Listed[], record: (change: ChangeRecord) => void): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.shareDirectory.deleteMany({ where: { tenantId, linkId: { in: ids } } });
  await tx.shareLink.deleteMany({ where: { tenantId, id: { in: ids } } });
  for (const row of rows) record(changeOf(row, logged(row), NONE));
}
