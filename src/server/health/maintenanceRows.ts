/** Reads maintenance windows to find out what is under maintenance. */
import { isUnderMaintenance, maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import { milliseconds } from '@/server/db/moments';
import type { Transaction } from '@/server/db/transaction';

/** SQL for the windows of a tenant that have not ended at `now`, as JSON; null if there are none. */
export function windowsNotEnded(tenant: string, now: string): string {
  return `(select json_agg(json_build_object('id', w."id", 'kind', w."kind", 'entityId', w."entityId",
    'startsAt', ${milliseconds('w."startsAt"')}, 'endsAt', ${milliseconds('w."endsAt"')}) order by w."id")
  from "maintenance_window" w where w."tenantId" = ${tenant}::uuid and w."endsAt" > ${now}::timestamptz)`;
}

/** All windows that have not ended at `now`. */
export async function windowsFrom(tx: Transaction, tenantId: string, now: Date): Promise<MaintenanceWindow[]> {
  const text = `select ${windowsNotEnded('$1', '$2')} as "windows"`;
  const [row] = await tx.$queryRawUnsafe<{ windows: MaintenanceWindow[] | null }[]>(text, tenantId, now);
  return row?.windows ?? [];
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
