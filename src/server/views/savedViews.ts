/** People's saved views: their own, those that others share, and the one that each page starts with. */
import { randomUUID } from 'node:crypto';
import type { SavedView, SavedViewCreate, SavedViewPatch } from '@/contract/savedViews';
import { pageOfView } from '@/contract/values/savedViews';
import { isRoleAtLeast, type Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { SavedView as Row } from '@generated/client';
import { sqlState } from '@/server/db/databaseErrors';
import { namesOf } from '@/server/memberNames';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

/** The most views that one person may have, and the most that may be shared in a tenant. */
const MOST_OWN = 100;
const MOST_SHARED = 500;

/** Own and shared ones, by name. */
export async function listViews(tenant: TenantDb, principal: Principal): Promise<{ items: SavedView[] }> {
  const { tenantId } = tenant;
  const { id: userId } = principal;
  return read(tenant, async (tx) => {
    const rows = await tx.savedView.findMany({
      where: { tenantId, OR: [{ userId }, { isShared: true }] },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    });
    const defaults = await defaultsOf(tx, tenantId, userId);
    const names = await namesOf(
      tx,
      tenantId,
      rows.map((row) => row.userId),
    );
    return { items: rows.map((row) => viewOut(row, principal, defaults, names)) };
  });
}

/**
 * Returns the view. Throws 409 `duplicate` if the person already has one with this name, 409 `conflict` if there are too many, 403
 * `role_missing` if the person may not share.
 */
export async function createView(tenant: TenantDb, principal: Principal, { name, path, isShared }: SavedViewCreate): Promise<SavedView> {
  const { tenantId } = tenant;
  if (isShared) assertMayShare(principal);
  return write(tenant, async (tx) => {
    await assertRoom(tx, tenantId, principal.id, isShared);
    const id = randomUUID();
    const data = { tenantId, id, userId: principal.id, name, path, page: pageOf(path), isShared };
    await namedOnce(name, () => tx.savedView.create({ data }));
    return readView(tx, tenantId, principal, id);
  });
}

/**
 * Returns the view after the change. Throws 404 unless it is the person's own or, for an Admin, shared; otherwise throws as `createView`
 * does.
 */
export async function updateView(tenant: TenantDb, principal: Principal, { id, ...patch }: SavedViewPatch): Promise<SavedView> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    const before = await holdChangeable(tx, tenantId, principal, id);
    if (patch.isShared === true && !before.isShared) {
      assertMayShare(principal);
      await assertRoom(tx, tenantId, null, true);
    }
    const stated = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const page = patch.path === undefined ? before.page : pageOf(patch.path);
    const data = { ...stated, page, updatedAt: new Date() };
    await namedOnce(patch.name ?? before.name, () => tx.savedView.update({ where: { tenantId_id: { tenantId, id } }, data }));
    // It is no longer the start view of a page that it was moved away from, nor of people who can no longer see it.
    const isPrivateNow = patch.isShared === false ? [{ userId: { not: before.userId } }] : [];
    await tx.defaultView.deleteMany({ where: { tenantId, viewId: id, OR: [{ page: { not: page } }, ...isPrivateNow] } });
    return readView(tx, tenantId, principal, id);
  });
}

/** Returns the deleted view. Throws 404 as `updateView` does. */
export async function removeView(tenant: TenantDb, principal: Principal, id: string): Promise<SavedView> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    await holdChangeable(tx, tenantId, principal, id);
    const gone = await readView(tx, tenantId, principal, id);
    await tx.savedView.delete({ where: { tenantId_id: { tenantId, id } } });
    return gone;
  });
}

/** Makes this view the start view of its page for the person, or ends that. Throws 404 for a view that the person cannot see. */
export async function setDefaultView(tenant: TenantDb, principal: Principal, id: string, isDefault: boolean): Promise<SavedView> {
  const { tenantId } = tenant;
  const { id: userId } = principal;
  return write(tenant, async (tx) => {
    const view = await tx.savedView.findFirst({ where: { tenantId, id, OR: [{ userId }, { isShared: true }] } });
    if (view === null) throw noSuchView();
    const { page } = view;
    const key = { tenantId_userId_page: { tenantId, userId, page } };
    if (isDefault) await tx.defaultView.upsert({ where: key, create: { tenantId, userId, page, viewId: id }, update: { viewId: id } });
    else await tx.defaultView.deleteMany({ where: { tenantId, userId, viewId: id } });
    return readView(tx, tenantId, principal, id);
  });
}

/** Own views may be changed by their owner, shared ones by Admins too. Locked until the transaction ends. */
async function holdChangeable(
  tx: Transaction,
  tenantId: string,
  principal: Principal,
  id: string,
): Promise<{ userId: string; name: string; page: string; isShared: boolean }> {
  await tx.$queryRaw`select 1 from "saved_view" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  const row = await tx.savedView.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (row === null || !mayChange(row, principal)) throw noSuchView();
  return row;
}

function mayChange({ userId, isShared }: { userId: string; isShared: boolean }, { id, role }: Principal): boolean {
  return userId === id || (isShared && role !== null && isRoleAtLeast(role, 'Admin'));
}

/** Throws 409 `conflict`. `userId` is null if nobody gets another view. */
async function assertRoom(tx: Transaction, tenantId: string, userId: string | null, isShared: boolean): Promise<void> {
  if (userId !== null && (await tx.savedView.count({ where: { tenantId, userId } })) >= MOST_OWN)
    throw new AppError('conflict', `You already have ${MOST_OWN} saved views. Delete one of them first.`);
  if (isShared && (await tx.savedView.count({ where: { tenantId, isShared: true } })) >= MOST_SHARED)
    throw new AppError('conflict', `${MOST_SHARED} views are already shared. Delete one of them first.`);
}

function assertMayShare({ role }: Principal): void {
  if (role !== null && isRoleAtLeast(role, 'Editor')) return;
  throw new AppError('role_missing', `Sharing a view needs the Editor role; yours is ${role ?? 'none'}.`);
}

async function namedOnce(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (sqlState(error) !== '23505' && sqlState(error) !== 'P2002') throw error;
    throw new AppError('duplicate', `You already have a view called “${name}”.`, {
      issues: [{ path: 'name', message: 'is the name of another of your views' }],
    });
  }
}

function pageOf(path: string): string {
  const page = pageOfView(path);
  if (page === null) throw invalidInput('path', 'must be a page of the app with its query');
  return page;
}

async function defaultsOf(tx: Transaction, tenantId: string, userId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.defaultView.findMany({ where: { tenantId, userId }, select: { viewId: true } });
  return new Set(rows.map(({ viewId }) => viewId));
}

async function readView(tx: Transaction, tenantId: string, principal: Principal, id: string): Promise<SavedView> {
  const row = await tx.savedView.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  return viewOut(row, principal, await defaultsOf(tx, tenantId, principal.id), await namesOf(tx, tenantId, [row.userId]));
}

function viewOut(row: Row, principal: Principal, defaults: ReadonlySet<string>, names: ReadonlyMap<string, string>): SavedView {
  const { id, name, path, page, isShared, userId, updatedAt } = row;
  return {
    ...{ id, name, path, page, isShared },
    owner: { name: names.get(userId) ?? '', isYou: userId === principal.id },
    isDefault: defaults.has(id),
    mayChange: mayChange(row, principal),
    updatedAt: updatedAt.toISOString(),
  };
}

function noSuchView(): AppError {
  return new AppError('not_found', 'There is no such view. It may have been deleted in the meantime.');
}
