/** The snapshots that were asked for last, each kept until a turn writes another: what did not change is not read again. */
import { processState } from '@/server/processState';
import { sharedCheck } from '@/server/sharedChecks';
import { readRows, type TenantDb } from '@/server/tenantDb';

/** What tells that an answer still holds, and what it says that changes without a turn. */
export interface SnapshotStamp {
  /** Names the snapshot that stands, and the settings that it is shown by. Null before the first. */
  stamp: string | null;
  /** A turn is due: the landscape has moved on, or people did something that impact follows. */
  isBehind: boolean;
  pendingSignals: number;
  /** Nothing was ever reported, and nothing is under maintenance or will be. */
  isUntouched: boolean;
}

const SNAPSHOT_STAMP = {
  name: 'snapshot stamp',
  text: `select s."version" || ' ' || s."landscapeVersion" || ' ' || s."interventions" || ' ' || s."computedAt"::text || ' ' || t."version" as "stamp",
      coalesce(v."version" > s."landscapeVersion" or v."interventions" > s."interventions", false) as "isBehind",
      s."version" is null and not exists (select 1 from "component_health" h where h."tenantId" = $1::uuid)
        and not exists (select 1 from "maintenance_window" w where w."tenantId" = $1::uuid and w."endsAt" > now()) as "isUntouched",
      (select count(*)::int from "health_signal" q where q."tenantId" = $1::uuid) as "pendingSignals"
    from "landscape_version" v join "tenant" t on t."id" = v."tenantId" left join "impact_snapshot" s on s."tenantId" = v."tenantId"
    where v."tenantId" = $1::uuid`,
};

/** As of now or later. */
export function snapshotStamp(tenant: TenantDb): Promise<SnapshotStamp> {
  // A transaction that is open already sees by itself, and nobody else by it.
  return tenant.transaction === undefined ? sharedCheck('snapshotChecks', tenant.tenantId, () => readStamp(tenant)) : readStamp(tenant);
}

async function readStamp(tenant: TenantDb): Promise<SnapshotStamp> {
  const [stamp] = await readRows<SnapshotStamp>(tenant, SNAPSHOT_STAMP);
  if (stamp === undefined) throw new Error('The tenant has no landscape version row.');
  return stamp;
}

interface Kept {
  stamp: string;
  answer: unknown;
  /** Rows in its lists, which is what it takes in memory. */
  rows: number;
}

/** Kept snapshots hold no more rows than this together; the one asked for longest ago goes first. */
const MOST_ROWS = 200_000;
const MOST_ANSWERS = 2_000;

export class KeptSnapshots<Answer> {
  constructor(private readonly name: string) {}

  /** What was kept under `key`, where `stamp` still names it. */
  find(key: string, stamp: string | null): Answer | null {
    const all = this.all();
    const kept = all.get(key);
    if (kept === undefined || kept.stamp !== stamp) return null;
    // The order of the map is that of use.
    all.delete(key);
    all.set(key, kept);
    return kept.answer as Answer;
  }

  keep(key: string, stamp: string | null, answer: Answer, rows: number): void {
    if (stamp === null) return;
    const all = this.all();
    all.delete(key);
    all.set(key, { stamp, answer, rows });
    let total = [...all.values()].reduce((sum, kept) => sum + kept.rows, 0);
    for (const [oldest, kept] of all) {
      if (total <= MOST_ROWS && all.size <= MOST_ANSWERS) break;
      all.delete(oldest);
      total -= kept.rows;
    }
  }

  private all(): Map<string, Kept> {
    return processState(this.name, () => new Map<string, Kept>());
  }
}
