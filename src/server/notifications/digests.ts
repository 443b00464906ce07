/**
 * Makes the weekly digests of a tenant: one for each subscription and week, compared with what the last one knew, in the transaction that
 * stores what this one knows. Safe to run at any time, and twice at once.
 */
import { z } from 'zod';
import type { EventData, NewEvent } from '@/contract/eventData';
import { counted, digestChanges, isWorthTelling, mondayOf, type CountedChange, type DigestState } from '@/domain/notifications/digest';
import { parseStored } from '@/server/db/parseStored';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { appendEvents } from '@/server/events/eventLog';
import { keepWeakPoints } from '@/server/weakPoints/keptSummary';
import { storedSummary, worstStored } from '@/server/weakPoints/weakPointSummary';
import type { Subscription as Row } from '@generated/client';
import { mayPersonGetRevenue } from '@/server/webhooks/mayGetRevenue';

const MOST_NAMED = 10;

const Counted = z.strictObject({ count: z.int(), ids: z.array(z.string()).nullable() });
const State = z.strictObject({
  singlePoints: Counted.nullable(),
  withoutOwner: Counted,
  stale: Counted,
  dearest: z.strictObject({ id: z.string(), perHour: z.number() }).nullable(),
});

interface Noteworthy {
  id: string;
  name: string;
  team: string | null;
  isStale: boolean;
  /** The teams with something that depends on it; for those without an owner. */
  neededBy: readonly string[];
}

interface Week {
  monday: string;
  currency: string;
  components: ReadonlyMap<string, Noteworthy>;
  /** What an hour costs if this fails, by component; null while it is not known. */
  points: ReadonlyMap<string, number> | null;
}

/** Makes what is due at `now`. Returns how many digests have something to say. Throws `unavailable` if weak points cannot be calculated. */
export async function makeDigests(tenant: TenantDb, now: Date): Promise<number> {
  const { tenantId } = tenant;
  const monday = mondayOf(now);
  const due = await read(tenant, (tx) =>
    tx.subscription.findMany({
      where: { tenantId, isDigest: true, isPaused: false, OR: [{ digestWeek: null }, { digestWeek: { lt: new Date(monday) } }] },
      orderBy: { id: 'asc' },
    }),
  );
  if (due.length === 0) return 0;
  const week = await readWeek(tenant, monday);
  let made = 0;
  for (const row of due) if (await makeDigest(tenant, row, week)) made += 1;
  return made;
}

async function readWeek(tenant: TenantDb, monday: string): Promise<Week> {
  const { tenantId } = tenant;
  // Usually done already, by whoever changed the landscape.
  await keepWeakPoints(tenant);
  const { kept, head } = await storedSummary(tenant);
  const every = worstStored(tenantId, kept).everyPoint ?? null;
  const points = every === null ? null : new Map(every);
  const rows = await read(
    tenant,
    (tx) => tx.$queryRaw<Noteworthy[]>`
    select c."id"::text as "id", c."name", a."ownerTeam" as "team", coalesce(h."isStale", false) as "isStale",
      case when a."ownerTeam" is null then array(
        select distinct b."ownerTeam" from "dependency" d
        join "component" s on s."tenantId" = d."tenantId" and s."id" = d."sourceComponentId"
        join "application" b on b."tenantId" = s."tenantId" and b."id" = s."applicationId"
        where d."tenantId" = ${tenantId}::uuid and d."targetComponentId" = c."id" and b."ownerTeam" is not null) else '{}' end as "neededBy"
    from "component" c
    join "application" a on a."tenantId" = c."tenantId" and a."id" = c."applicationId"
    left join "component_health" h on h."tenantId" = c."tenantId" and h."componentId" = c."id"
    where c."tenantId" = ${tenantId}::uuid and (a."ownerTeam" is null or h."isStale" or c."id" = any(${[...(points?.keys() ?? [])]}::uuid[]))
    order by c."technicalName"`,
  );
  return { monday, currency: head.currency, components: new Map(rows.map((row) => [row.id, row])), points };
}

/** What a digest of this team knows, or of all teams for null. */
function stateOf({ components, points }: Week, team: string | null): DigestState {
  const all = [...components.values()];
  const own = team === null ? all : all.filter((component) => component.team === team);
  const costs = own.flatMap(({ id }) => (points?.has(id) === true ? [{ id, perHour: points.get(id) ?? 0 }] : []));
  const dearest = costs.reduce<DigestState['dearest']>((most, one) => (one.perHour > (most?.perHour ?? 0) ? one : most), null);
  const withoutOwner = all.filter(({ team: owner, neededBy }) => owner === null && (team === null || neededBy.includes(team)));
  return {
    singlePoints: points === null ? null : counted(costs.map(({ id }) => id)),
    withoutOwner: counted(withoutOwner.map(({ id }) => id)),
    stale: counted(own.filter(({ isStale }) => isStale).map(({ id }) => id)),
    dearest,
  };
}

/** Returns false if there is nothing to say, or another process made it first. */
async function makeDigest(tenant: TenantDb, row: Row, week: Week): Promise<boolean> {
  const { tenantId } = tenant;
  const { id, digestState, subscriberId } = row;
  const stored = { table: 'subscription', column: 'digestState', id };
  const before = digestState === null ? null : parseStored(State, digestState, stored);
  const now = stateOf(week, row.team);
  return write(tenant, async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { tenantId, id, isPaused: false, OR: [{ digestWeek: null }, { digestWeek: { lt: new Date(week.monday) } }] },
      data: { digestWeek: new Date(week.monday), digestState: now as object },
    });
    if (count === 0 || subscriberId === null) return false;
    const changes = digestChanges(before, now);
    if (!isWorthTelling(changes, await mayPersonGetRevenue(tx, tenantId, subscriberId))) return false;
    await appendEvents(tx, tenantId, [eventOf(row, week, before === null, changes)]);
    return true;
  });
}

function eventOf(row: Row, { monday, currency, components }: Week, isFirst: boolean, changes: ReturnType<typeof digestChanges>): NewEvent {
  const nameOf = (id: string): string => components.get(id)?.name ?? '';
  const told = (change: CountedChange | null): EventData['notification.digest']['stale'] =>
    change && {
      count: change.count,
      appeared: change.appeared.slice(0, MOST_NAMED).map(nameOf),
      appearedOmitted: Math.max(0, change.appeared.length - MOST_NAMED),
      gone: change.gone,
    };
  const { dearest } = changes;
  const data: EventData['notification.digest'] = {
    subscriptionId: row.id,
    endpointId: row.webhookId,
    isOwn: true,
    subject: row.name,
    team: row.team,
    week: monday,
    isFirst,
    singlePoints: told(changes.singlePoints),
    withoutOwner: told(changes.withoutOwner),
    stale: told(changes.stale),
  };
  if (dearest === null) return { type: 'notification.digest', data };
  const { id, perHour, previousPerHour } = dearest;
  const component = id === null ? null : nameOf(id);
  return { type: 'notification.digest', data, revenue: { dearest: { currency, component, perHour, previousPerHour } } };
}
