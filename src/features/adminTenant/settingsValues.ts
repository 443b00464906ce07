/** The settings as form values, and the changes between them. */
import type { Tenant, TenantPatch } from '@/contract/tenant';
import { ROLES, type Role } from '@/domain/vocabulary';

export const THRESHOLDS = ['Warning', 'Degraded', 'Outage'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

const DURATIONS = ['resolveAfterSeconds', 'openAfterSeconds', 'recoveryGraceSeconds', 'staleAfterMinutes'] as const;
const FIELDS = [
  ...DURATIONS,
  'name',
  'currency',
  'revenueVisibleTo',
  'incidentThreshold',
  'incidentsOutsideService',
  'areShareLinksAllowed',
  'domainsBy',
  'teamSeparator',
] as const;

/** Durations are null while what is typed cannot be read. */
export type SettingsValues = Pick<Tenant, Exclude<(typeof FIELDS)[number], (typeof DURATIONS)[number] | 'incidentThreshold'>> &
  Record<(typeof DURATIONS)[number], number | null> & { incidentThreshold: Threshold };

export function valuesOf({ incidentThreshold, revenueVisibleTo, ...tenant }: Tenant): SettingsValues {
  // The threshold cannot be Healthy; the contract rejects it.
  const threshold = incidentThreshold === 'Healthy' ? 'Degraded' : incidentThreshold;
  return { ...tenant, incidentThreshold: threshold, revenueVisibleTo: inOrder(revenueVisibleTo) };
}

export function inOrder(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** Only what differs, so that saving does not undo somebody else's change. */
export function patchOf(before: SettingsValues, after: SettingsValues): TenantPatch {
  const wanted = { ...after, name: after.name.trim() };
  const changed = FIELDS.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(before[field]));
  return { ...Object.fromEntries(changed.map((field) => [field, wanted[field]])) };
}

/** Whether the form holds something that cannot be saved. */
export function isIncomplete(values: SettingsValues): boolean {
  return values.name.trim() === '' || DURATIONS.some((field) => values[field] === null);
}
