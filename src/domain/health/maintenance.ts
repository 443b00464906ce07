/** Planned work: which components are under maintenance at a given time, and when that next changes. */

/** A period in which failures are expected: from `startsAt` up to but not including `endsAt`, in milliseconds since 1970. */
export interface MaintenanceWindow {
  id: string;
  kind: 'component' | 'application';
  entityId: string;
  startsAt: number;
  endsAt: number;
}

/** What is under maintenance at one moment. */
export interface ActiveMaintenance {
  windows: readonly MaintenanceWindow[];
  componentIds: ReadonlySet<string>;
  applicationIds: ReadonlySet<string>;
}

/** The windows that are active at `now` (milliseconds since 1970). A window includes its start and excludes its end. */
export function maintenanceAt(windows: readonly MaintenanceWindow[], now: number): ActiveMaintenance {
  const active = windows.filter((window) => window.startsAt <= now && now < window.endsAt);
  const idsOf = (kind: MaintenanceWindow['kind']) =>
    new Set(active.filter((window) => window.kind === kind).map((window) => window.entityId));
  return { windows: active, componentIds: idsOf('component'), applicationIds: idsOf('application') };
}

/** A component is under maintenance if a window names it or its application. */
export function isUnderMaintenance(maintenance: ActiveMaintenance, componentId: string, applicationId: string): boolean {
  return maintenance.componentIds.has(componentId) || maintenance.applicationIds.has(applicationId);
}

/** When the next of these windows starts or ends after `now`; null if none does. */
export function nextMaintenanceChange(windows: readonly MaintenanceWindow[], now: number): number | null {
  const moments = windows.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((moment) => moment > now);
  return moments.length === 0 ? null : Math.min(...moments);
}
