/** The stored answer to "what is impacted right now": written by a turn, and what tells that it says something else than before. */
import { createHash } from 'node:crypto';
import { withIncidents } from '@/domain/health/healthImpact';
import type { Transaction } from '../tenantDb';
import type { Seen } from './impactViews';
import type { IncidentTurn } from './incidentTurn';

export interface SavedSnapshot {
  /** Rises when the impact or the incidents say something else. */
  version: number;
  /** Whether the impact does, and there is something to tell of it. */
  hasImpactChanged: boolean;
}

interface Earlier {
  version: number;
  landscapeVersion: number;
  impactDigest: string | null;
  openIncidents: string;
}

/**
 * The views go in as text, by plain SQL: of a large landscape they are megabytes, which an object on its way through the ORM would take ten times as long
 * for. Rows are sorted and fields have one order, so equal views are equal text.
 */
export async function saveSnapshot(
  tx: Transaction,
  tenantId: string,
  { body: { landscapeVersion, ...body }, causes: { landscapeVersion: _same, ...causes } }: Seen,
  { openIncidents, byCause }: IncidentTurn,
  { now, interventions }: { now: Date; interventions: number },
): Promise<SavedSnapshot> {
  const [earlier] = await tx.$queryRaw<Earlier[]>`
    select "version", "landscapeVersion", "impactDigest", "openIncidents"::text from "impact_snapshot" where "tenantId" = ${tenantId}::uuid`;
  const bodyText = JSON.stringify(body);
  // The impact alone: the number of the landscape is no part of it, and incidents are counted for themselves.
  const impactDigest = createHash('sha256').update(bodyText).update(JSON.stringify(causes)).digest('base64url');
  const incidentsText = JSON.stringify(openIncidents);
  const hasChanged = earlier?.impactDigest !== impactDigest;
  const haveIncidentsChanged = earlier !== undefined && earlier.openIncidents !== incidentsText;
  const version = (earlier?.version ?? 0) + (hasChanged || haveIncidentsChanged ? 1 : 0);
  if (earlier !== undefined && version === earlier.version && landscapeVersion === earlier.landscapeVersion) {
    await tx.$executeRaw`update "impact_snapshot" set "computedAt" = ${now}, "interventions" = ${interventions}::int where "tenantId" = ${tenantId}::uuid`;
  } else {
    const healthImpact = JSON.stringify(withIncidents({ landscapeVersion, ...causes }, byCause));
    await tx.$executeRaw`
      insert into "impact_snapshot" ("tenantId", "version", "computedAt", "landscapeVersion", "interventions", "impactDigest", "body", "healthImpact", "openIncidents")
      values (${tenantId}::uuid, ${version}::int, ${now}, ${landscapeVersion}::int, ${interventions}::int, ${impactDigest},
        ${withLandscapeVersion(bodyText, landscapeVersion)}::json, ${healthImpact}::json, ${incidentsText}::json)
      on conflict ("tenantId") do update set "version" = excluded."version", "computedAt" = excluded."computedAt", "landscapeVersion" = excluded."landscapeVersion",
        "interventions" = excluded."interventions", "impactDigest" = excluded."impactDigest", "body" = excluded."body", "healthImpact" = excluded."healthImpact",
        "openIncidents" = excluded."openIncidents"`;
  }
  const { unreported: _unreported, ...reported } = body.states;
  const isQuietStart = earlier === undefined && Object.values(reported).every((count) => count === 0);
  return { version, hasImpactChanged: hasChanged && !isQuietStart };
}

/** Puts the number in front of a body that was written without it, instead of writing it twice. */
function withLandscapeVersion(bodyText: string, landscapeVersion: number): string {
  return `{"landscapeVersion":${landscapeVersion},${bodyText.slice(1)}`;
}
