/** Reads what is impacted right now: the last computed snapshot, and how many accepted signals it does not include yet. */
import { countAffected, type KindCounts } from '@/domain/affected';
import type { Completeness } from '@/domain/graph/questions/blastRadiusAnswer';
import type { Principal } from '@/domain/access';
import { byCriticality, byExposure } from '@/domain/health/causeOrder';
import {
  healthImpact,
  withIncidents,
  type ContributedComponent,
  type HealthImpactBody,
  type HealthImpactCause,
  type IncidentReference,
} from '@/domain/health/healthImpact';
import type { Landscape } from '@/domain/graph/landscape/views';
import { liveImpact, type ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import { maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import {
  packBody,
  snapshotAnswer,
  snapshotBody,
  unpackBody,
  type ImpactSnapshot,
  type OpenIncidentRow,
  type SnapshotBody,
  type SnapshotMoment,
  type SnapshotRest,
} from '@/domain/health/snapshot';
import { contributedComponents, namesIn, openLists, type NamesById, type OpenLists } from '@/domain/health/snapshotLists';
import { currentGraph, graphHeldAt } from '@/server/graphs/graphStore';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { reportedHealth } from './healthRows';
import { MOST_CAUSES } from './impactViews';
import { KeptSnapshots, snapshotStamp } from './keptSnapshots';
import { windowsFrom } from './maintenanceRows';
import { nudgeConsumer } from '@/server/wake/nudges';
import { NO_OPENING, readOpenings, type Opening } from './openings';
import { namesAt } from './snapshotNames';
import { read } from '@/server/db/read';
import { outlineOf, outlinesOf, parseStored } from '@/server/db/parseStored';
import { finish } from '@/plain/steps';

const OPEN_INCIDENTS = outlinesOf<OpenIncidentRow>('id', 'state', 'cause', 'symptoms', 'openedAt');
const REST = outlineOf<SnapshotRest>('states', 'capabilities');
const HEALTH_IMPACT = outlineOf<HealthImpactBody>('causes', 'causeCount');

/** The number of components listed for each cause unless the caller asks for more. */
const DEFAULT_COMPONENT_LIMIT = 200;

/** Facts about the time of an answer. A signal is either included in the snapshot or counted as pending, never both. */
export interface Moment {
  version: number;
  computedAt: string;
  pendingSignals: number;
}

/** Runs `look` on one consistent view. Notifies the consumer if the snapshot is older than its landscape or than what people did. */
export async function atOneMoment<Answer>(
  tenant: TenantDb,
  look: (tx: Transaction, pendingSignals: number, stamp: string | null) => Promise<Answer>,
): Promise<Answer> {
  const { tenantId } = tenant;
  return read(
    tenant,
    async (tx) => {
      const { pendingSignals, isBehind, stamp } = await snapshotStamp({ ...tenant, transaction: tx });
      if (isBehind) nudgeConsumer(tenantId);
      return look(tx, pendingSignals, stamp);
    },
    { isRepeatableRead: true },
  );
}

type Found = SnapshotMoment & { body: SnapshotBody };
type Openings = ReadonlyMap<string, Opening>;

/** No snapshot has been stored yet, or only one in an older format. It is computed on the spot. */
export interface NotFound {
  body: null;
  version: number;
  pendingSignals: number;
  openIncidents: OpenIncidentRow[];
  health: ReportedHealth;
  windows: readonly MaintenanceWindow[];
  now: Date;
  openings: Openings;
}

/** What is known without a calculated impact: reports, maintenance and incidents. */
export async function notFound(
  tx: Transaction,
  tenantId: string,
  pendingSignals: number,
  row: { version: number; openIncidents: unknown } | null,
): Promise<NotFound> {
  const now = new Date();
  const [health, windows] = [await reportedHealth(tx, tenantId), await windowsFrom(tx, tenantId, now)];
  const openIncidents = (row?.openIncidents ?? []) as OpenIncidentRow[];
  const openings = await readOpenings(tx, tenantId);
  return { body: null, version: row?.version ?? 0, pendingSignals, openIncidents, health, windows, now, openings };
}

/** Takes the names from the graph in memory if it has that version. Nothing may edit the graph until they are used. */
async function namesOfLists(tx: Transaction, tenantId: string, landscapeVersion: number, lists: OpenLists): Promise<NamesById> {
  const graph = graphHeldAt(tenantId, landscapeVersion);
  return graph === null ? namesAt(tx, tenantId, landscapeVersion, lists) : namesIn(graph);
}

async function storedSnapshot(
  tx: Transaction,
  tenantId: string,
  pendingSignals: number,
): Promise<(Found & { openings: Openings }) | NotFound> {
  const select = { version: true, computedAt: true, landscapeVersion: true, lists: true, rest: true, openIncidents: true } as const;
  const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select });
  if (row === null || row.lists === null || row.rest === null) return notFound(tx, tenantId, pendingSignals, row);
  const { version, computedAt, landscapeVersion } = row;
  const openIncidents = parseStored(OPEN_INCIDENTS, row.openIncidents, { table: 'impact_snapshot', column: 'openIncidents', id: tenantId });
  const packed = { landscapeVersion, rest: parseStored(REST, row.rest, { table: 'impact_snapshot', column: 'rest', id: tenantId }) };
  const lists = openLists(row.lists);
  const body = unpackBody(packed, lists, await namesOfLists(tx, tenantId, landscapeVersion, lists));
  const openings = await readOpenings(tx, tenantId);
  return { version, computedAt: computedAt.toISOString(), pendingSignals, openIncidents, body, openings };
}

const kept = new KeptSnapshots<SnapshotAnswer>('keptSnapshots');

/** Returns the snapshot. If nothing was ever reported, computes it on the spot: version 0, all components unreported. */
export async function readSnapshot(tenant: TenantDb, { canSeeRevenue }: Principal): Promise<SnapshotAnswer> {
  const key = `${tenant.tenantId} ${canSeeRevenue}`;
  const { stamp: standing, isBehind, pendingSignals: pending, isUntouched, landscape } = await snapshotStamp(tenant);
  if (isUntouched) return untouchedSnapshot(tenant, landscape, pending, canSeeRevenue);
  const before = kept.find(key, standing);
  if (before !== null) {
    if (isBehind) nudgeConsumer(tenant.tenantId);
    return { ...before, pendingSignals: pending };
  }
  const { found, stamp: seen } = await atOneMoment(tenant, async (tx, pendingSignals, stamp) => ({
    found: await storedSnapshot(tx, tenant.tenantId, pendingSignals),
    stamp,
  }));
  if (found.body !== null) {
    const { body, openings, ...moment } = found;
    const answer = withOpenings(snapshotAnswer(body, moment, canSeeRevenue), openings);
    kept.keep(key, seen, answer, answer.unhealthy.length + answer.impacted.length);
    return answer;
  }
  const { version, pendingSignals, openIncidents, health, windows, now, openings } = found;
  const { graph, head } = await currentGraph(tenant);
  const body = snapshotBody(liveImpact(graph, health), maintenanceAt(windows, now.getTime()), head.currency);
  return withOpenings(
    snapshotAnswer(body, { version, computedAt: now.toISOString(), pendingSignals, openIncidents }, canSeeRevenue),
    openings,
  );
}

/** Before the first report, the answer depends only on the landscape and the time. */
async function untouchedSnapshot(
  tenant: TenantDb,
  landscape: string,
  pendingSignals: number,
  canSeeRevenue: boolean,
): Promise<SnapshotAnswer> {
  const moment = { version: 0, computedAt: new Date().toISOString(), pendingSignals, openIncidents: [] };
  const key = `${tenant.tenantId} ${canSeeRevenue} untouched`;
  const before = kept.find(key, landscape);
  if (before !== null) return { ...before, ...moment };
  const { graph, head } = await currentGraph(tenant);
  const nothing = { unhealthy: [], healthyCount: 0 };
  const body = snapshotBody(liveImpact(graph, nothing), maintenanceAt([], 0), head.currency);
  const answer = withOpenings(snapshotAnswer(body, moment, canSeeRevenue), new Map());
  kept.keep(key, `${graph.version} ${head.currency}`, answer, 0);
  return answer;
}

export type SnapshotAnswer = Omit<ImpactSnapshot, 'unhealthy'> & {
  unhealthy: (ImpactSnapshot['unhealthy'][number] & Opening & { incident: IncidentReference | null })[];
};

/** Adds to each unhealthy component its incident, or the time when one will open. */
function withOpenings(answer: ImpactSnapshot, openings: Openings): SnapshotAnswer {
  const ongoing = answer.openIncidents.filter(({ state }) => state !== 'Monitoring');
  const incidentOf = new Map(ongoing.map(({ id, state, cause }) => [cause, { id, state }]));
  const unhealthy = answer.unhealthy.map((row) => ({
    ...row,
    incident: incidentOf.get(row.technicalName) ?? null,
    ...(openings.get(row.id) ?? NO_OPENING),
  }));
  return { ...answer, unhealthy };
}

/** A cause as the API shows it: with its components, and without revenue if the caller may not see it. */
export type ToldCause = Omit<HealthImpactCause, 'contributesTo'> &
  Opening & { affectedCounts: KindCounts; components: ContributedComponent[]; componentsOmitted: number };

export interface HealthImpactAnswer extends Moment {
  landscapeVersion: number;
  causes: ToldCause[];
  /** How many causes are not listed. */
  causesOmitted: number;
  withheld: 'revenueExposure'[];
}

/** The same, by cause, with at most `componentLimit` components each. */
export async function readHealthImpact(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  componentLimit = DEFAULT_COMPONENT_LIMIT,
): Promise<HealthImpactAnswer> {
  const withheld = canSeeRevenue ? [] : ['revenueExposure' as const];
  const asked = { canSeeRevenue, componentLimit };
  const found = await atOneMoment(tenant, (tx, pendingSignals) => storedHealthImpact(tx, tenant.tenantId, pendingSignals, asked));
  if (found.body === null) {
    const { graph, lists, body, ...moment } = await causesOnTheSpot(tenant, found);
    return { ...moment, ...toldCauses(body, lists, namesIn(graph), { ...asked, openings: found.openings }), withheld };
  }
  return { ...found.body, withheld };
}

/** Computes the causes now. Nothing may edit the graph until the answer is written. */
export async function causesOnTheSpot(
  tenant: TenantDb,
  { version, pendingSignals, openIncidents, health, windows, now }: NotFound,
): Promise<Moment & { landscapeVersion: number; graph: Landscape; lists: OpenLists; body: HealthImpactBody }> {
  const { graph, head } = await currentGraph(tenant);
  const maintenance = maintenanceAt(windows, now.getTime());
  const impact = liveImpact(graph, health);
  const lists = openLists(packBody(impact, maintenance, head.currency).lists);
  const body = finish(healthImpact(impact, { causeLimit: MOST_CAUSES, currency: head.currency, maintenance }));
  const ongoing = openIncidents.filter(({ state }) => state !== 'Monitoring');
  const byCause = new Map(ongoing.map(({ id, state, cause }) => [graph.findEntity('component', cause)?.id ?? '', { id, state }]));
  const moment = { version, computedAt: now.toISOString(), pendingSignals, landscapeVersion: graph.version };
  return { ...moment, graph, lists, body: withIncidents(body, byCause) };
}

type Asked = { canSeeRevenue: boolean; componentLimit: number; openings: Openings };

async function storedHealthImpact(
  tx: Transaction,
  tenantId: string,
  pendingSignals: number,
  asked: Omit<Asked, 'openings'>,
): Promise<{ body: Omit<HealthImpactAnswer, 'withheld'> } | NotFound> {
  const select = { version: true, computedAt: true, landscapeVersion: true, lists: true, healthImpact: true, openIncidents: true } as const;
  const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select });
  if (row === null || row.lists === null) return notFound(tx, tenantId, pendingSignals, row);
  const { version, computedAt, landscapeVersion } = row;
  const lists = openLists(row.lists);
  const names = await namesOfLists(tx, tenantId, landscapeVersion, lists);
  const told = toldCauses(
    parseStored(HEALTH_IMPACT, row.healthImpact, { table: 'impact_snapshot', column: 'healthImpact', id: tenantId }),
    lists,
    names,
    {
      ...asked,
      openings: await readOpenings(tx, tenantId),
    },
  );
  return { body: { version, computedAt: computedAt.toISOString(), pendingSignals, landscapeVersion, ...told } };
}

function toldCauses(
  { causes, causeCount }: Pick<HealthImpactBody, 'causes' | 'causeCount'>,
  lists: OpenLists,
  names: NamesById,
  { canSeeRevenue, componentLimit, openings }: Asked,
): Pick<HealthImpactAnswer, 'causes' | 'causesOmitted'> {
  const listed = [...causes].sort(canSeeRevenue ? byExposure : byCriticality).slice(0, MOST_CAUSES);
  const told = listed.map(({ contributesTo, revenueExposure, contributed, completeness, ...cause }) => {
    const components = contributedComponents(lists, names, { technicalName: cause.technicalName, contributesTo }, componentLimit);
    const componentsOmitted = contributesTo.count - components.length;
    return {
      ...cause,
      ...(openings.get(cause.id) ?? NO_OPENING),
      affectedCounts: {
        components: contributesTo.count,
        applications: countAffected(cause.applications),
        capabilities: countAffected(cause.capabilities),
        processes: countAffected(cause.processes),
        audiences: countAffected(cause.audiences),
      },
      components,
      componentsOmitted,
      completeness: completenessTold(completeness, componentsOmitted, canSeeRevenue),
      ...(canSeeRevenue ? { revenueExposure, contributed } : {}),
    };
  });
  return { causes: told, causesOmitted: causeCount - told.length };
}

/** Causes that were stored before it was worked out what is not recorded say nothing about it until the next turn. */
function completenessTold(
  stored: Omit<Completeness, 'notRecorded'> & Partial<Completeness>,
  componentsOmitted: number,
  canSeeRevenue: boolean,
): Completeness {
  const notRecorded = (stored.notRecorded ?? []).filter((part) => canSeeRevenue || part !== 'revenue');
  return { ...stored, componentsOmitted, notRecorded, withheld: canSeeRevenue ? [] : ['revenueExposure'] };
}
