/** Plans, changes and ends maintenance windows. To find out what is under maintenance now, see maintenanceRows. */
import { randomUUID } from 'node:crypto';
import { assertIfMatch, windowTag } from '@/contract/etag';
import type { ChangeOperation } from '@/contract/changes';
import type { DeleteResult } from '@/contract/entityKinds';
import type { Maintenance, MaintenanceCreate, MaintenancePatch } from '@/contract/maintenance';
import { isGuid } from '@/contract/values/guid';
import type { Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import { RECORDED_ONLY, makeChange, type ChangeRecord } from '@/server/landscape/changeLandscape';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { intervene } from '@/server/wake/interventions';
import { findWindow } from './listMaintenance';
import { read } from '@/server/db/read';

/** Returns the new window. Throws 400 for an unknown entity, and for an end that is not in the future. */
export async function createWindow(tenant: TenantDb, principal: Principal, input: MaintenanceCreate, now: Date): Promise<Maintenance> {
  const { tenantId } = tenant;
  const startsAt = input.startsAt === undefined ? now : new Date(input.startsAt);
  const endsAt = new Date(input.endsAt);
  assertLasts(startsAt, endsAt, now);
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    const { id: entityId, ...named } = await findEntity(tx, tenantId, input.kind, input.entity);
    const id = randomUUID();
    await tx.maintenanceWindow.create({
      data: {
        tenantId,
        id,
        kind: input.kind,
        entityId,
        ...named,
        reason: input.reason,
        startsAt,
        endsAt,
        createdBy: principal.name,
        createdAt: now,
      },
    });
    const window = await findWindow(tx, tenantId, id, now);
    record(changeOf('create', null, window));
    await intervene(tx, tenantId);
    return window;
  });
}

/** Throws 404. */
export async function getWindow(tenant: TenantDb, id: string, now: Date): Promise<Maintenance> {
  return read(tenant, (tx) => findWindow(tx, tenant.tenantId, id, now));
}

/**
 * Returns the changed window. An end at or before now ends an active window now. Throws 404, 412, 409 `conflict` if the window has ended,
 * and 400 if it would have no duration or move a start in the past.
 */
export async function updateWindow(
  tenant: TenantDb,
  principal: Principal,
  { id, ...patch }: MaintenancePatch,
  ifMatch: string | null,
  now: Date,
): Promise<Maintenance> {
  const { tenantId } = tenant;
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    const before = await holdWindow(tx, principal, tenantId, id, ifMatch, now);
    if (before.status === 'Ended') throw new AppError('conflict', 'This window has ended and cannot be changed. Plan a new one.');
    const data = changesOf(before, patch, now);
    if (data === null) return before;
    await tx.maintenanceWindow.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, version: { increment: 1 } } });
    const after = await findWindow(tx, tenantId, id, now);
    record(changeOf('update', before, after));
    await intervene(tx, tenantId);
    return after;
  });
}

/** Deletes a window that has not started. Throws 404, 412, and 409 `conflict` if it has. */
export async function deleteWindow(
  tenant: TenantDb,
  principal: Principal,
  id: string,
  ifMatch: string | null,
  now: Date,
): Promise<DeleteResult> {
  const { tenantId } = tenant;
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    const before = await holdWindow(tx, principal, tenantId, id, ifMatch, now);
    if (before.status !== 'Planned')
      throw new AppError('conflict', 'This window has started, so it stays on record. End it early by setting endsAt to now.', {
        facts: { status: before.status },
      });
    await tx.maintenanceWindow.delete({ where: { tenantId_id: { tenantId, id } } });
    record(changeOf('delete', before, null));
    await intervene(tx, tenantId);
    return { deleted: [{ kind: 'maintenance-window', id, technicalName: before.technicalName }], unlinked: [] };
  });
}

async function holdWindow(
  tx: Transaction,
  { canSeeRevenue }: Principal,
  tenantId: string,
  id: string,
  ifMatch: string | null,
  now: Date,
): Promise<Maintenance> {
  await tx.$queryRaw`select 1 from "maintenance_window" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  const window = await findWindow(tx, tenantId, id, now);
  assertIfMatch(ifMatch, windowTag(window, canSeeRevenue));
  return window;
}

async function findEntity(
  tx: Transaction,
  tenantId: string,
  kind: Maintenance['kind'],
  reference: string,
): Promise<{ id: string; technicalName: string; name: string }> {
  const where = isGuid(reference) ? { tenantId, id: reference.toLowerCase() } : { tenantId, technicalName: reference };
  const select = { id: true, technicalName: true, name: true };
  const entity = kind === 'component' ? await tx.component.findFirst({ where, select }) : await tx.application.findFirst({ where, select });
  if (entity === null) throw invalidInput('entity', `there is no ${kind} "${reference}"`);
  return entity;
}

/** The changes to write; null if there are none. */
function changesOf(
  before: Maintenance,
  patch: Omit<MaintenancePatch, 'id'>,
  now: Date,
): { reason: string; startsAt: Date; endsAt: Date } | null {
  const startsAt = new Date(patch.startsAt ?? before.startsAt);
  const stated = new Date(patch.endsAt ?? before.endsAt);
  const isActive = before.status === 'Active';
  if (isActive && startsAt.toISOString() !== before.startsAt)
    throw invalidInput('startsAt', 'cannot be changed any more: the window has started');
  const endsAt = isActive && stated < now ? now : stated;
  if (!isActive) assertLasts(startsAt, endsAt, now);
  const reason = patch.reason ?? before.reason;
  const isSame = reason === before.reason && startsAt.toISOString() === before.startsAt && endsAt.toISOString() === before.endsAt;
  return isSame ? null : { reason, startsAt, endsAt };
}

function assertLasts(startsAt: Date, endsAt: Date, now: Date): void {
  if (endsAt <= now) throw invalidInput('endsAt', 'must be in the future');
  if (endsAt <= startsAt) throw invalidInput('endsAt', 'must be after startsAt');
}

/** Without its status, which changes with time. */
function recorded({ status: _status, ...window }: Maintenance): object {
  return window;
}

function changeOf(op: ChangeOperation, before: Maintenance | null, after: Maintenance | null): ChangeRecord {
  const { id, technicalName } = (after ?? before) as Maintenance;
  return {
    op,
    kind: 'maintenance-window',
    entityId: id,
    technicalName,
    before: before && recorded(before),
    after: after && recorded(after),
  };
}
