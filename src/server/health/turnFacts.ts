/** What a turn must know about its tenant before it starts, as of one moment. */
import type { LifecycleFacts } from '@/domain/health/incidentLifecycle';
import type { MaintenanceWindow } from '@/domain/health/maintenance';
import type { FailureState } from '@/domain/vocabulary';
import { HEAD_COLUMNS, type LandscapeHead } from '@/server/graphs/landscapeHead';
import { ACTIVE_SUBSCRIPTIONS, type ActiveSubscription } from '@/server/notifications/subscriptionTurn';
import { windowsNotEnded } from './maintenanceRows';
import type { Transaction } from '@/server/db/transaction';

type Settings = 'resolveAfterSeconds' | 'openAfterSeconds' | 'recoveryGraceSeconds' | 'incidentsOutsideService';

export interface TurnFacts extends Pick<LifecycleFacts, Settings | 'windows'> {
  now: Date;
  /**
   * Whoever asks for it on another connection during the turn may wait for somebody who wants to alter its tables, and who waits for the turn.
   */
  head: LandscapeHead;
  /** How many interventions by people there were that affect live impact. Whatever is read after this includes all of them. */
  interventions: number;
  threshold: FailureState;
  subscriptions: readonly ActiveSubscription[];
  /** The current snapshot; null if there is none. */
  earlier: EarlierSnapshot | null;
}

export interface EarlierSnapshot {
  version: number;
  landscapeVersion: number;
  impactDigest: string | null;
  /** MD5 of the texts. */
  healthImpactDigest: string;
  openIncidentsDigest: string;
  situationsDigest: string | null;
  /** As they are stored. */
  situations: unknown;
}

type Row = Omit<TurnFacts, 'head' | 'windows' | 'earlier' | 'subscriptions'> & {
  head: string;
  windows: string | null;
  earlier: string | null;
  subscriptions: string | null;
};

const FACTS = `
    select c."now", (select row_to_json(h)::text from (select ${HEAD_COLUMNS}) h) as "head", coalesce(v."interventions", 0) as "interventions", t."incidentThreshold"::text as "threshold", t."resolveAfterSeconds",
      t."openAfterSeconds", t."recoveryGraceSeconds", t."incidentsOutsideService",
      ${windowsNotEnded('$2', 'c."now"')}::text as "windows",
      (select json_build_object('version', s."version", 'landscapeVersion', s."landscapeVersion", 'impactDigest', s."impactDigest",
          'healthImpactDigest', md5(s."healthImpact"::text), 'openIncidentsDigest', md5(s."openIncidents"::text),
          'situationsDigest', md5(s."situations"::text), 'situations', s."situations")::text
        from "impact_snapshot" s where s."tenantId" = $2::uuid) as "earlier",
      ${ACTIVE_SUBSCRIPTIONS} as "subscriptions"
    from "tenant" t cross join date_trunc('milliseconds', coalesce($1::timestamptz, statement_timestamp())) as c("now") left join "landscape_version" v on v."tenantId" = t."id" where t."id" = $2::uuid`;

/**
 * `now` defaults to the database's clock, and is the same throughout the statement. Reads everything in one round trip, because a turn
 * already makes many.
 */
export async function turnFacts(tx: Transaction, tenantId: string, now: Date | null): Promise<TurnFacts> {
  const [row] = await tx.$queryRawUnsafe<Row[]>(FACTS, now, tenantId);
  if (row === undefined) throw new Error('The tenant is gone.');
  const { head, windows, earlier, subscriptions, ...facts } = row;
  return {
    ...facts,
    head: JSON.parse(head) as LandscapeHead,
    windows: JSON.parse(windows ?? '[]') as MaintenanceWindow[],
    subscriptions: JSON.parse(subscriptions ?? '[]') as ActiveSubscription[],
    earlier: JSON.parse(earlier ?? 'null') as EarlierSnapshot | null,
  };
}
