/** The settings as form values, and the changes between them. */
import type { Tenant, TenantPatch } from '@/contract/tenant';
import { ROLES, type DomainsBy, type Role } from '@/domain/vocabulary';

export const THRESHOLDS = ['Warning', 'Degraded', 'Outage'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

export interface SettingsValues {
  name: string;
  currency: string;
  revenueVisibleTo: Role[];
  incidentThreshold: Threshold;
  /** Durations are null while what is typed cannot be read. */
  resolveAfterSeconds: number | null;
  openAfterSeconds: number | null;
  recoveryGraceSeconds: number | null;
  incidentsOutsideService: boolean;
  staleAfterMinutes: number | null;
  areShareLinksAllowed: boolean;
  domainsBy: DomainsBy | null;
  teamSeparator: string;
}

const PLAIN = [
  'resolveAfterSeconds',
  'openAfterSeconds',
  'recoveryGraceSeconds',
  'incidentsOutsideService',
  'staleAfterMinutes',
  'areShareLinksAllowed',
  'domainsBy',
  'teamSeparator',
] as const;

export function valuesOf({ name, currency, revenueVisibleTo, incidentThreshold, ...tenant }: Tenant): SettingsValues {
  // The threshold cannot be Healthy; the contract rejects it.
  return {
    name,
    currency,
    revenueVisibleTo: inOrder(revenueVisibleTo),
    incidentThreshold: incidentThreshold === 'Healthy' ? 'Degraded' : incidentThreshold,
    resolveAfterSeconds: tenant.resolveAfterSeconds,
    openAfterSeconds: tenant.openAfterSeconds,
    recoveryGraceSeconds: tenant.recoveryGraceSeconds,
    incidentsOutsideService: tenant.incidentsOutsideService,
    staleAfterMinutes: tenant.staleAfterMinutes,
    areShareLinksAllowed: tenant.areShareLinksAllowed,
    domainsBy: tenant.domainsBy,
    teamSeparator: tenant.teamSeparator,
  };
}

export function inOrder(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** Only what differs, so that saving does not undo somebody else's change. */
export function patchOf(before: SettingsValues, after: SettingsValues): TenantPatch {
  return {
    ...(after.name.trim() === before.name ? {} : { name: after.name.trim() }),
    ...(after.currency === before.currency ? {} : { currency: after.currency }),
    ...(after.revenueVisibleTo.join() === before.revenueVisibleTo.join() ? {} : { revenueVisibleTo: after.revenueVisibleTo }),
    ...(after.incidentThreshold === before.incidentThreshold ? {} : { incidentThreshold: after.incidentThreshold }),
    ...Object.fromEntries(PLAIN.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]])),
  };
}

/** Whether the form holds something that cannot be saved. */
export function isIncomplete({
  name,
  resolveAfterSeconds,
  openAfterSeconds,
  recoveryGraceSeconds,
  staleAfterMinutes,
}: SettingsValues): boolean {
  return name.trim() === '' || [resolveAfterSeconds, openAfterSeconds, recoveryGraceSeconds, staleAfterMinutes].includes(null);
}
