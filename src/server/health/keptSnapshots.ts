/** Keeps the last requested snapshots in memory until a turn writes new ones, so that unchanged snapshots are not read again. */
import { processState } from '@/server/processState';
import { sharedCheck } from '@/server/sharedChecks';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

/** Identifies an answer, so that it can be reused, and contains the parts that change without a turn. */
export interface SnapshotStamp {
  /** Identifies the current snapshot and the settings used to show it. Null before the first. */
  stamp: string | null;
  /** True if a turn is due, because the landscape changed, or people did something that affects impact. */
  isBehind: boolean;
  pendingSignals: number;
  /** True if nothing was ever reported, and no maintenance is active or planned. */
  isUntouched: boolean;
  /** Identifies the landscape and its currency, on which alone an untouched answer depends. */
  landscape: string;
}

const SNAPSHOT_STAMP = {
  name: 'snapshot stamp',
  // The version of the landscape, because a component that is deleted no longer has the report whose age answers add.
  text: `select s."version" || ' ' || v."version" || ' ' || s."landscapeVersion" || ' ' || s."interventions" || ' ' || s."computedAt"::text || ' ' || t."version" as "stamp",
      coalesce(v."version" > s."landscapeVersion" or v."interventions" > s."interventions", false) as "isBehind",
      s."version" is null and not exists (select 1 from "component_health" h where h."tenantId" = $1::uuid)
        and not exists (select 1 from "maintenance_window" w where w."tenantId" = $1::uuid and w."endsAt" > now()) as "isUntouched",
      v."version" || ' ' || t."currency" as "landscape",
      (select count(*)::int from "health_signal" q where q."tenantId" = $1::uuid) as "pendingSignals"
    from "landscape_version" v join "tenant" t on t."id" = v."tenantId" left join "impact_snapshot" s on s."tenantId" = v."tenantId"
    where v."tenantId" = $1::uuid`,
};

/** Reads the stamp as of now or later. */
export function snapshotStamp(tenant: TenantDb): Promise<SnapshotStamp> {
  // Inside an open transaction, no check can be shared with other callers.
  return tenant.transaction === undefined ? sharedCheck('snapshotChecks', tenant.tenantId, () => readStamp(tenant)) : readStamp(tenant);
}

async function readStamp(tenant: TenantDb): Promise<SnapshotStamp> {
  const [stamp] = await read<SnapshotStamp>(tenant, SNAPSHOT_STAMP);
  if (stamp === undefined) throw new Error('The tenant has no landscape version row.');
  return stamp;
}

interface Kept {
  stamp: string;
  answer: unknown;
  /** The number of rows in its lists, as a measure of its memory. */
  rows: number;
}

/** How much is kept together. What was used longest ago is dropped first. */
interface Most {
  answers: number;
  rows: number;
  /** What is kept last does not count towards the rows: however large it is, it stays until something else is kept. */
  isLastFree: boolean;
}

const MOST: Most = { answers: 2_000, rows: 200_000, isLastFree: false };

export class KeptSnapshots<Answer> {
  private readonly most: Most;

  constructor(
    private readonly name: string,
    most: Partial<Most> = {},
  ) {
    this.most = { ...MOST, ...most };
  }

  /** The answer kept under `key`, if `stamp` still matches. */
  find(key: string, stamp: string | null): Answer | null {
    const all = this.all();
    const kept = all.get(key);
    if (kept === undefined || kept.stamp !== stamp) return null;
    // The map is in order of use.
    all.delete(key);
    all.set(key, kept);
    return kept.answer as Answer;
  }

  keep(key: string, stamp: string | null, answer: Answer, rows: number): void {
    if (stamp === null) return;
    const all = this.all();
    all.delete(key);
    all.set(key, { stamp, answer, rows });
    const { most } = this;
    let total = [...all.values()].reduce((sum, kept) => sum + kept.rows, most.isLastFree ? -rows : 0);
    for (const [oldest, kept] of all) {
      if (total <= most.rows && all.size <= most.answers) break;
      all.delete(oldest);
      total -= kept.rows;
    }
  }

  private all(): Map<string, Kept> {
    return processState(this.name, () => new Map<string, Kept>());
  }
}
