/** What a turn has to know of its tenant before it begins, as of one moment. */
import type { FailureState, Plan } from '@/domain/vocabulary';
import type { Transaction } from '../tenantDb';

export interface TurnFacts {
  now: Date;
  /** How many deeds there were that live impact follows. Whatever is read after this has seen them all. */
  interventions: number;
  plan: Plan;
  threshold: FailureState;
  resolveAfterSeconds: number;
}

/** `now` is the database's clock unless given. */
export async function turnFacts(tx: Transaction, tenantId: string, now: Date | null): Promise<TurnFacts> {
  const [facts] = await tx.$queryRaw<TurnFacts[]>`
    select coalesce(${now}::timestamptz, clock_timestamp()) as "now", coalesce(v."interventions", 0) as "interventions",
      t."plan"::text as "plan", t."incidentThreshold"::text as "threshold", t."resolveAfterSeconds"
    from "tenant" t left join "landscape_version" v on v."tenantId" = t."id" where t."id" = ${tenantId}::uuid`;
  if (facts === undefined) throw new Error('The tenant is gone.');
  return facts;
}
