/** The stored answer to "what is impacted right now". A turn writes it and detects whether it differs from the last one. */
import { createHash } from 'node:crypto';
import { summariesOf } from '@/domain/health/causeSummary';
import { withIncidents } from '@/domain/health/healthImpact';
import { openLists } from '@/domain/health/snapshotLists';
import type { Transaction } from '@/server/db/transaction';
import type { Seen } from './impactViews';
import type { IncidentTurn } from './incidentTurn';
import { areRenamed } from './snapshotNames';
import type { TurnFacts } from './turnFacts';

export interface SavedSnapshot {
  /** Incremented if the impact or the incidents changed. */
  version: number;
  /** Whether the impact changed, and an event should say so. */
  hasImpactChanged: boolean;
}

/**
 * Lists are sorted and fields have a fixed order, so equal views have equal bytes. Writes only what differs, because most of it is large.
 */
export async function saveSnapshot(
  tx: Transaction,
  tenantId: string,
  { body: { landscapeVersion, lists, rest }, causes: { landscapeVersion: _same, ...causes } }: Seen,
  { openIncidents, byCause, situations }: IncidentTurn,
  { now, interventions, earlier }: Pick<TurnFacts, 'now' | 'interventions' | 'earlier'>,
): Promise<SavedSnapshot> {
  const restText = JSON.stringify(rest);
  // Of the impact alone: leaves out the landscape version, and the incidents, which have their own digest.
  const impactDigest = createHash('sha256').update(lists).update(restText).update(JSON.stringify(causes)).digest('base64url');
  const incidentsText = JSON.stringify(openIncidents);
  const situationsText = JSON.stringify(situations);
  const healthImpact = withIncidents(causes, byCause);
  const healthImpactText = JSON.stringify(healthImpact);
  const areListsNew = earlier?.impactDigest !== impactDigest;
  const hasChanged =
    areListsNew ||
    (earlier.landscapeVersion < landscapeVersion &&
      (await areRenamed(tx, tenantId, earlier.landscapeVersion, landscapeVersion, openLists(lists))));
  const haveIncidentsChanged = earlier?.openIncidentsDigest !== md5(incidentsText);
  const version = (earlier?.version ?? 0) + (hasChanged || (haveIncidentsChanged && earlier !== null) ? 1 : 0);
  const isHealthImpactNew = earlier?.healthImpactDigest !== md5(healthImpactText);
  const written = {
    lists: areListsNew ? lists : null,
    rest: areListsNew ? restText : null,
    healthImpact: isHealthImpactNew ? healthImpactText : null,
    causeSummaries: isHealthImpactNew ? JSON.stringify({ causes: summariesOf(healthImpact), causeCount: healthImpact.causeCount }) : null,
    openIncidents: haveIncidentsChanged ? incidentsText : null,
    situations: changedText(earlier?.situationsDigest, situationsText),
  };
  if (earlier === null)
    await tx.$executeRaw`
      insert into "impact_snapshot" ("tenantId", "version", "computedAt", "landscapeVersion", "interventions", "impactDigest", "lists", "rest", "healthImpact",
        "causeSummaries", "openIncidents", "situations")
      values (${tenantId}::uuid, ${version}::int, ${now}, ${landscapeVersion}::int, ${interventions}::int, ${impactDigest},
        ${written.lists}::bytea, ${written.rest}::json, ${written.healthImpact}::json, ${written.causeSummaries}::json, ${written.openIncidents}::json,
        ${written.situations}::json)`;
  else
    await tx.$executeRaw`
      update "impact_snapshot" set "version" = ${version}::int, "computedAt" = ${now}, "landscapeVersion" = ${landscapeVersion}::int, "interventions" = ${interventions}::int,
        "impactDigest" = ${impactDigest}, "lists" = coalesce(${written.lists}::bytea, "lists"), "rest" = coalesce(${written.rest}::json, "rest"),
        "healthImpact" = coalesce(${written.healthImpact}::json, "healthImpact"),
        "causeSummaries" = coalesce(${written.causeSummaries}::json, "causeSummaries"), "openIncidents" = coalesce(${written.openIncidents}::json, "openIncidents"),
        "situations" = coalesce(${written.situations}::json, "situations")
      where "tenantId" = ${tenantId}::uuid`;
  const { unreported: _unreported, ...reported } = rest.states;
  const isQuietStart = earlier === null && Object.values(reported).every((count) => count === 0);
  return { version, hasImpactChanged: hasChanged && !isQuietStart };
}

/** Null if it is what is stored. */
function changedText(digest: string | null | undefined, text: string): string | null {
  return digest === md5(text) ? null : text;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
