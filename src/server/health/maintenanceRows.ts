/** Reads maintenance windows to find out what is under maintenance. */
import { isUnderMaintenance, maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import type { Transaction } from '@/server/db/transaction';

/** The windows that have not ended at $3, as JSON for a statement of tenant $1; null if there are none. */
export const WINDOWS_NOT_ENDED = `(select json_agg(json_build_object('id', w."id", 'kind', w."kind", 'entityId', w."entityId",
    'startsAt', (extract(epoch from w."startsAt") * 1000)::bigint, 'endsAt', (extract(epoch from w."endsAt") * 1000)::bigint) order by w."id")
  from "maintenance_window" w where w."tenantId" = $1::uuid and w."endsAt" > $3::timestamptz)`;

/** All windows that have not ended at `now`. */
export async function windowsFrom(tx: Transaction, tenantId: string, now: Date): Promise<MaintenanceWindow[]> {
  const rows = await tx.maintenanceWindow.findMany({ where: { tenantId, endsAt: { gt: now } }, orderBy: { id: 'asc' } });
  return rows.map(({ id, kind, entityId, startsAt, endsAt }) => ({
    id,
    kind: kind as MaintenanceWindow['kind'],
    entityId,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
  }));
}

/** Which of these components are under maintenance at `now`, either directly or through their application. */
export async function maintainedAmong(tx: Transaction, tenantId: string, componentIds: readonly string[], now: Date): Promise<Set<string>> {
  const maintenance = maintenanceAt(await windowsFrom(tx, tenantId, now), now.getTime());
  if (maintenance.windows.length === 0) return new Set();
  const components = await tx.component.findMany({
    where: { tenantId, id: { in: [...new Set(componentIds)] } },
    select: { id: true, applicationId: true },
  });
  const applications = new Map(components.map(({ id, applicationId }) => [id, applicationId]));
  return new Set(componentIds.filter((id) => isUnderMaintenance(maintenance, id, applications.get(id) ?? '')));
}
