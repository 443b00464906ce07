/** Compares two instants of a landscape by the change log: for each entity and dependency, what it was at each. */
import type { ChangeEntry } from '@/contract/changes';
import { MOST_DIFFERENCES, type Difference, type Differences, type DifferencesInput } from '@/contract/landscapeDifferences';
import { DIFFERENCES } from '@/contract/values/picture';
import type { Principal } from '@/domain/access';
import { invalidInput } from '@/domain/errors';
import { DIFFERENCE_KINDS, type DifferenceKind } from '@/contract/landscapeDifferences';
import { fieldChanges } from '@/server/landscape/fieldChanges';
import type { TenantDb } from '@/server/db/tenantDb';
import { pastInstantOf, presentInstant, type PastInstant } from './pastInstant';
import type { PastRecord } from './touchedAfter';
import { read } from '@/server/db/read';

/** One entity at both instants; null if it did not exist. Never null at both. */
export interface Compared {
  kind: DifferenceKind;
  id: string;
  /** The ends of a dependency. */
  technicalName: string;
  before: PastRecord | null;
  after: PastRecord | null;
}

export interface Instants {
  since: PastInstant;
  at: PastInstant;
}

const PORTION = 2_000;

/** Throws 400 for an instant in the future, and if `since` is not the earlier one. */
export async function instantsOf(tenant: TenantDb, { since, at }: { since: string; at?: string | undefined }): Promise<Instants> {
  const later = at === undefined ? await presentInstant(tenant) : await pastInstantOf(tenant, at);
  const earlier = await pastInstantOf(tenant, since);
  if (earlier.at > later.at) throw invalidInput('since', 'must not be later than the instant it is compared with');
  return { since: earlier, at: later };
}

/** Yields in portions what differs, or was written without a difference. Leaves out what was created and removed in between. */
export async function eachCompared(tenant: TenantDb, { since, at }: Instants, take: (one: Compared) => void): Promise<void> {
  if (since.position === at.position) return;
  await read.onConnection(tenant, async (client) => {
    await client.query(
      // One pass over the changes: a join of first and last states could get a quadratic plan.
      `declare compared no scroll cursor for
       select "kind", "id", "technicalName", "before", "after" from (
         select c."kind", c."entityId"::text as "id", c."technicalName", c."after",
           first_value(c."before") over (partition by c."kind", c."entityId" order by s."position", c."sequence") as "before",
           row_number() over (partition by c."kind", c."entityId" order by s."position" desc, c."sequence" desc) as "fromEnd"
         from "change_set" s join "change" c on c."tenantId" = s."tenantId" and c."changeSetId" = s."id"
         where s."tenantId" = $1 and s."position" > $2 and s."position" <= $3 and c."kind" = any($4)) changed
       where "fromEnd" = 1 and ("before" is not null or "after" is not null)
       order by "kind", "technicalName", "id"`,
      [tenant.tenantId, since.position, at.position, DIFFERENCE_KINDS],
    );
    for (;;) {
      const { rows } = await client.query<Compared>(`fetch ${PORTION} from compared`);
      rows.forEach(take);
      if (rows.length < PORTION) return;
    }
  });
}

/** Null if it is the same at both. */
export function differenceOf({ kind, before, after }: Compared): Difference | null {
  if (before === null) return 'appeared';
  if (after === null) return 'vanished';
  return fieldChanges(kind, before, after, true).length > 0 ? 'changed' : null;
}

/**
 * The differences: counts all of them, and lists the first MOST_DIFFERENCES of the requested ones by kind and technical name. For callers
 * that may not see revenue, lists it without values.
 */
export async function readDifferences(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  { kind: kinds, difference: differences, ...asked }: DifferencesInput,
): Promise<Differences> {
  const instants = await instantsOf(tenant, asked);
  const counts = new Map(DIFFERENCE_KINDS.map((kind) => [kind, { kind, appeared: 0, vanished: 0, changed: 0 }]));
  const items: Differences['items'] = [];
  let omitted = 0;
  await eachCompared(tenant, instants, (one) => {
    const difference = differenceOf(one);
    const count = counts.get(one.kind);
    if (difference === null || count === undefined) return;
    count[difference]++;
    if (kinds?.includes(one.kind) === false || differences?.includes(difference) === false) return;
    if (items.length === MOST_DIFFERENCES) omitted++;
    else items.push({ difference, ...told(one, difference, canSeeRevenue) });
  });
  const { since, at } = instants;
  return {
    since: { at: since.at, landscapeVersion: since.version },
    at: { at: at.at, landscapeVersion: at.version },
    counts: [...counts.values()].filter((count) => DIFFERENCES.some((difference) => count[difference] > 0)),
    items,
    omitted,
  };
}

function told({ kind, id, technicalName, before, after }: Compared, difference: Difference, canSeeRevenue: boolean) {
  const fields: ChangeEntry['fields'] = difference === 'changed' ? fieldChanges(kind, before, after, canSeeRevenue) : [];
  const name = (after ?? before)?.name;
  return { kind, id, technicalName, name: typeof name === 'string' ? name : technicalName, fields };
}
