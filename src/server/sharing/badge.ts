/** What a badge says of its application, live: its state, and how many components take it down alone. Nothing else leaves the tenant. */
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { HealthState } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
import { readSnapshot } from '@/server/health/readImpact';
import { processState } from '@/server/processState';
import { readWeakPoints } from '@/server/weakPoints/weakPoints';
import { findOpenLink, leadsNowhere } from './openLink';

/** How long a process gives the same answer for a badge, which may be on pages that many people read. */
export const BADGE_SECONDS = 60;
const MOST_KEPT = 1_000;

export interface BadgeFacts {
  name: string;
  /** Null where not all of its components report, as everywhere else; unless something is known to be wrong. */
  state: HealthState | null;
  /** Null if the application has no component in service, so that nothing is known. */
  singlePoints: number | null;
}

interface Kept {
  until: number;
  facts: Promise<BadgeFacts>;
}

/** A stranger: sees no money. */
const STRANGER: Principal = { type: 'person', id: 'badge', name: 'badge', scopes: [], role: null, canSeeRevenue: false };

/** Throws as `findOpenLink` does, and `not_found` once the application is deleted. Whether the badge still works is checked each time. */
export async function readBadge(token: string, address: string | null, now: Date): Promise<BadgeFacts> {
  const { tenant, link } = await findOpenLink('badge', token, address, now);
  if (link.applicationId === null) throw leadsNowhere();
  const kept = processState('badges', () => new Map<string, Kept>());
  const held = kept.get(link.id);
  if (held !== undefined && held.until > now.getTime()) return held.facts;
  const facts = factsOf(tenant, link.applicationId);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(link.id, { until: now.getTime() + BADGE_SECONDS * 1_000, facts });
  // What could not be answered is asked again.
  facts.catch(() => kept.delete(link.id));
  return facts;
}

async function factsOf(tenant: TenantDb, applicationId: string): Promise<BadgeFacts> {
  const [snapshot, isReporting] = await Promise.all([readSnapshot(tenant, STRANGER), isAllReporting(tenant, applicationId)]);
  const { entity, ownComponents, singlePoints } = await readWeakPoints(tenant, STRANGER, {
    entityType: 'application',
    entityId: applicationId,
    state: 'Outage',
    order: 1,
    fixes: false,
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? leadsNowhere() : error;
  });
  const impacted = snapshot.applications.find(({ id }) => id === applicationId);
  const state = impacted?.effectiveState ?? (isReporting ? 'Healthy' : null);
  return { name: entity.name, state, singlePoints: ownComponents === 0 ? null : singlePoints.length };
}

/** Whether it has components, and all of them report. What was last Healthy too long ago does not. */
async function isAllReporting(tenant: TenantDb, applicationId: string): Promise<boolean> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const [row] = await tx.$queryRaw<{ isReporting: boolean | null }[]>`
      select bool_and(h."componentId" is not null and not (h."isStale" and h."state" = 'Healthy')) as "isReporting"
      from "component" c left join "component_health" h on h."tenantId" = c."tenantId" and h."componentId" = c."id"
      where c."tenantId" = ${tenantId}::uuid and c."applicationId" = ${applicationId}::uuid`;
    return row?.isReporting === true;
  });
}
