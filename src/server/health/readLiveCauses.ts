/** Reads short summaries of the present causes: stored with the roll-ups, and combined with the present state of the incidents. */
import type { LiveCauses } from '@/contract/impactSnapshot';
import type { Principal } from '@/domain/access';
import { byCriticality, byExposure } from '@/domain/health/causeOrder';
import { summariesOf, type CauseSummary } from '@/domain/health/causeSummary';
import type { IncidentState } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { MOST_CAUSES } from './impactViews';
import { NO_OPENING, readOpenings, type Opening } from './openings';
import { atOneMoment, causesOnTheSpot, EVERY_TIME, notFound } from './readImpact';
import { outlineOf, parseStored } from '@/server/db/parseStored';
import { read } from '@/server/db/read';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import { toldSituation } from './situationViews';
import { NO_SITUATIONS, parseSituations, SituationLookup } from './storedSituations';

/** The roll-ups of the first causes, and how many causes there are. */
interface Summaries {
  causes: CauseSummary[];
  causeCount: number;
}
const SUMMARIES = outlineOf<Summaries>('causes', 'causeCount');
type ToldIncident = NonNullable<LiveCauses['causes'][number]['incident']>;

/** The first causes, as many as have stored roll-ups, in the order of health-impact. Leaves out revenue for callers who may not see it. */
export async function readLiveCauses(tenant: TenantDb, { canSeeRevenue }: Principal): Promise<LiveCauses> {
  const { tenantId } = tenant;
  const found = await atOneMoment(tenant, async (tx, pendingSignals) => {
    const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select: { ...EVERY_TIME, causeSummaries: true } });
    if (row === null || row.causeSummaries === null) return notFound(tx, tenantId, pendingSignals, row);
    const { version, computedAt, landscapeVersion } = row;
    const summaries = parseStored(SUMMARIES, row.causeSummaries, { table: 'impact_snapshot', column: 'causeSummaries', id: tenantId });
    const snapshot = { version, computedAt: computedAt.toISOString(), pendingSignals, landscapeVersion };
    const openings = await readOpenings(tx, tenantId);
    const lookup = new SituationLookup(parseSituations(row.situations, tenantId));
    return { body: summaries, lookup, snapshot, incidents: await incidentsOf(tx, tenantId, summaries.causes), openings };
  });
  if (found.body !== null) return toldInShort(found.snapshot, found.body, found, await currencyFor(tenant, canSeeRevenue));
  const { graph: _graph, lists: _lists, lookup, body, ...snapshot } = await causesOnTheSpot(tenant, found);
  const summaries = { causes: summariesOf(body), causeCount: body.causeCount };
  const incidents = await read(tenant, (tx) => incidentsOf(tx, tenantId, summaries.causes));
  return toldInShort(snapshot, summaries, { incidents, openings: found.openings, lookup }, await currencyFor(tenant, canSeeRevenue));
}

function toldInShort(
  snapshot: Omit<LiveCauses, 'causes' | 'causesOmitted' | 'situations'>,
  { causes, causeCount }: Summaries,
  {
    incidents,
    openings,
    lookup,
  }: { incidents: ReadonlyMap<string, ToldIncident>; openings: ReadonlyMap<string, Opening>; lookup: SituationLookup },
  currency: string | null,
): LiveCauses {
  const canSeeRevenue = currency !== null;
  const ranked = causes.map((cause) => {
    const { revenue } = cause;
    return { ...cause, cause, ...(revenue === undefined ? {} : { revenueExposure: revenue, contributed: revenue.contributed }) };
  });
  const listed = ranked.sort(canSeeRevenue ? byExposure : byCriticality).slice(0, MOST_CAUSES);
  const told = listed.map(({ cause: { revenue, incident, ...cause } }) => ({
    ...cause,
    ...(openings.get(cause.id) ?? NO_OPENING),
    incident: incident === null ? null : (incidents.get(incident.id) ?? null),
    ...(canSeeRevenue && revenue !== undefined ? { revenue } : {}),
  }));
  const situations = (lookup.stored ?? NO_SITUATIONS).situations.map((situation) => toldSituation(situation, currency));
  return { ...snapshot, causes: told, causesOmitted: causeCount - told.length, situations };
}

/** Null for those who may not see revenue. */
async function currencyFor(tenant: TenantDb, canSeeRevenue: boolean): Promise<string | null> {
  return canSeeRevenue ? (await landscapeHead(tenant)).currency : null;
}

async function incidentsOf(tx: Transaction, tenantId: string, causes: readonly CauseSummary[]): Promise<Map<string, ToldIncident>> {
  const ids = causes.flatMap(({ incident }) => (incident === null ? [] : [incident.id]));
  if (ids.length === 0) return new Map();
  const rows = await tx.incident.findMany({
    where: { tenantId, id: { in: ids } },
    select: { id: true, number: true, state: true, acknowledgedBy: true },
  });
  return new Map(rows.map((row) => [row.id, { ...row, state: row.state as IncidentState }]));
}
