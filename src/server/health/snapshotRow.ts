/** The stored answer to "what is impacted right now": written by a turn, and what tells that it says something else than before. */
import { canonicalJson } from '@/domain/canonicalJson';
import { withIncidents, type HealthImpactBody } from '@/domain/health/healthImpact';
import type { SnapshotBody } from '@/domain/health/snapshot';
import type { Transaction } from '../tenantDb';
import type { Seen } from './impactViews';
import type { IncidentTurn } from './incidentTurn';

export interface SavedSnapshot {
  /** Rises when the impact or the incidents say something else. */
  version: number;
  /** Whether the impact does, and there is something to tell of it. */
  hasImpactChanged: boolean;
}

export async function saveSnapshot(
  tx: Transaction,
  tenantId: string,
  { body, causes }: Seen,
  { openIncidents, byCause }: IncidentTurn,
  { now, interventions }: { now: Date; interventions: number },
): Promise<SavedSnapshot> {
  const earlier = await tx.impactSnapshot.findUnique({ where: { tenantId } });
  const said = earlier === null ? null : impactIn(earlier.body as unknown as SnapshotBody, earlier.healthImpact as unknown as HealthImpactBody);
  const hasChanged = said !== impactIn(body, causes);
  const haveIncidentsChanged = earlier !== null && canonicalJson(earlier.openIncidents) !== canonicalJson(openIncidents);
  const version = (earlier?.version ?? 0) + (hasChanged || haveIncidentsChanged ? 1 : 0);
  const row = { version, computedAt: now, landscapeVersion: body.landscapeVersion, interventions };
  const views = { body: body as object, healthImpact: withIncidents(causes, byCause) as object, openIncidents: openIncidents as object };
  await tx.impactSnapshot.upsert({ where: { tenantId }, create: { tenantId, ...row, ...views }, update: { ...row, ...views } });
  const isQuietStart = earlier === null && body.impacted.length === 0;
  return { version, hasImpactChanged: hasChanged && !isQuietStart };
}

/** The impact alone: the number of the landscape is no part of it, and incidents are counted for themselves. */
function impactIn(body: SnapshotBody, causes: HealthImpactBody): string {
  return canonicalJson([{ ...body, landscapeVersion: 0 }, { ...withIncidents(causes, new Map()), landscapeVersion: 0 }]);
}
