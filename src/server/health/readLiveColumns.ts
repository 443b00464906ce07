/** Reads what is impacted now as columns for a picture, and what components last reported themselves. */
import type { LiveColumns, LiveColumnsInput, ReportedStates } from '@/contract/impactColumns';
import type { LivePath, LivePathInput } from '@/contract/replay';
import type { Principal } from '@/domain/access';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import { impactOfSituation } from '@/domain/graph/questions/live/impactOfSituation';
import { liveColumns } from '@/domain/graph/impactPicture/liveColumns';
import { currentGraph } from '@/server/graphs/graphStore';
import type { TenantDb } from '@/server/db/tenantDb';
import { reportedHealth } from './healthRows';
import { toldPath } from './livePathTold';
import { readLiveCauses } from './readLiveCauses';
import { readPastPath } from './readReplay';
import { causesOfSituation } from './situationCauses';
import { read } from '@/server/db/read';
import { finish } from '@/plain/steps';

/**
 * Causes are in the order of `readLiveCauses`. Computed on the spot from what is reported at this moment. Throws 404 for an incident that
 * does not exist.
 */
export async function readLiveColumns(
  tenant: TenantDb,
  principal: Principal,
  { group, incident }: LiveColumnsInput = {},
): Promise<LiveColumns> {
  const { causes } = await readLiveCauses(tenant, principal);
  const causeIds = incident === undefined ? null : await causesOfSituation(tenant, incident);
  const health = await read(tenant, (tx) => reportedHealth(tx, tenant.tenantId));
  const { graph, head } = await currentGraph(tenant);
  const order = causes.map(({ id }) => id);
  const all = liveImpact(graph, health);
  const impact = causeIds === null ? all : finish(impactOfSituation(all, causeIds));
  const columns = liveColumns(impact, order, principal.canSeeRevenue, group);
  const messages = await lastMessages(
    tenant,
    columns.causes.map(({ id }) => id),
  );
  const told = columns.causes.map((cause) => ({ ...cause, lastMessage: messages.get(cause.id) ?? null }));
  return { ...columns, causes: told, currency: head.currency };
}

/** How the failure reached something that is impacted now. Throws 404 if it is not impacted. */
export async function readLivePath(tenant: TenantDb, { component, at }: LivePathInput, now: Date): Promise<LivePath> {
  if (at !== undefined) return readPastPath(tenant, component, at, now);
  const health = await read(tenant, (tx) => reportedHealth(tx, tenant.tenantId));
  const { graph } = await currentGraph(tenant);
  return toldPath(graph, health, component);
}

async function lastMessages(tenant: TenantDb, componentIds: string[]): Promise<Map<string, string | null>> {
  const rows = await read(tenant, (tx) =>
    tx.componentHealth.findMany({
      where: { tenantId: tenant.tenantId, componentId: { in: componentIds } },
      select: { componentId: true, message: true },
    }),
  );
  return new Map(rows.map(({ componentId, message }) => [componentId, message]));
}

/** Only components that have ever reported. Leaves out unknown ids and ids of other tenants. */
export async function readReportedStates(tenant: TenantDb, componentIds: readonly string[]): Promise<ReportedStates> {
  const rows = await read(tenant, (tx) =>
    tx.componentHealth.findMany({
      where: { tenantId: tenant.tenantId, componentId: { in: [...componentIds] } },
      select: { componentId: true, state: true, since: true },
    }),
  );
  return { components: rows.map(({ componentId, state, since }) => ({ id: componentId, state, since: since.toISOString() })) };
}
