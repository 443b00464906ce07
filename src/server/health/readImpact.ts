/** Reads what is impacted right now: the last computed snapshot, and how many accepted signals it does not include yet. */
import type { HealthImpact as HealthImpactAnswer, ImpactSnapshot as SnapshotAnswer } from '@/contract/impactSnapshot';
import { countAffected } from '@/domain/affected';
import type { Completeness } from '@/domain/graph/questions/blastRadiusAnswer';
import type { Principal } from '@/domain/access';
import { byCriticality, byExposure } from '@/domain/health/causeOrder';
import { healthImpact, withIncidents, type HealthImpactBody } from '@/domain/health/healthImpact';
import { rollUpContributions } from '@/domain/graph/questions/live/rollUpContributions';
import type { Landscape } from '@/domain/graph/landscape/views';
import { groupsNotInService } from '@/domain/graph/questions/live/groupsNotInService';
import { liveImpact, type LiveImpact, type ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import { maintenanceAt, type ActiveMaintenance, type MaintenanceWindow } from '@/domain/health/maintenance';
import { notMonitoredAmong, withNames } from '@/domain/health/notMonitored';
import { situationsIn } from '@/domain/health/situation';
import { withMembers } from '@/domain/health/situationIds';
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
import { contributedComponents, namesIn, openLists, silentComponents, type NamesById, type OpenLists } from '@/domain/health/snapshotLists';
import { currentGraph, graphHeldAt } from '@/server/graphs/graphStore';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { reportedHealth } from './healthRows';
import { MOST_CAUSES } from './impactViews';
import { KeptSnapshots, snapshotStamp } from './keptSnapshots';
import { windowsFrom } from './maintenanceRows';
import { nudgeConsumer } from '@/server/wake/nudges';
import { NO_OPENING, oldestReport, readOpenings, type Opening } from './openings';
import { relationsOf, toldSituation } from './situationViews';
import { namesAt } from './snapshotNames';
import { NO_SITUATIONS, parseSituations, SituationLookup } from './storedSituations';
import { read } from '@/server/db/read';
import { outlineOf, outlinesOf, parseStored } from '@/server/db/parseStored';
import { finish } from '@/plain/steps';

const OPEN_INCIDENTS = outlinesOf<OpenIncidentRow>('id', 'state', 'cause', 'symptoms', 'openedAt');
const REST = outlineOf<SnapshotRest>('states', 'capabilities');
const HEALTH_IMPACT = outlineOf<HealthImpactBody>('causes', 'causeCount');

/** What each answer needs of the stored snapshot; the other columns are large. */
export const EVERY_TIME = { version: true, computedAt: true, landscapeVersion: true, openIncidents: true, situations: true } as const;

/** The number of components listed for each cause unless the caller asks for more. */
const DEFAULT_COMPONENT_LIMIT = 200;

/** Facts about the time of an answer. A signal is either included in the snapshot or counted as pending, never both. */
type Moment = Pick<HealthImpactAnswer, 'version' | 'computedAt' | 'pendingSignals' | 'landscapeVersion'>;

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
/** What is added to an answer because it changes without the impact. */
interface Added {
  openings: Openings;
  oldestReportAt: string | null;
  lookup: SituationLookup;
}
type Openings = ReadonlyMap<string, Opening>;

/** No snapshot has been stored yet, or only one in an older format. It is computed on the spot. */
export interface NotFound extends Omit<Added, 'lookup'> {
  body: null;
  version: number;
  pendingSignals: number;
  openIncidents: OpenIncidentRow[];
  health: ReportedHealth;
  /** Ids of all components that ever reported. */
  reporting: ReadonlySet<string>;
  windows: readonly MaintenanceWindow[];
  now: Date;
}

/** What is known without a calculated impact: reports, maintenance and incidents. */
export async function notFound(
  tx: Transaction,
  tenantId: string,
  pendingSignals: number,
  row: { version: number; openIncidents: unknown } | null,
): Promise<NotFound> {
  const now = new Date();
  const rows = await tx.componentHealth.findMany({
    where: { tenantId, NOT: { isStale: true, state: 'Healthy' } },
    select: { componentId: true },
  });
  return {
    body: null,
    version: row?.version ?? 0,
    pendingSignals,
    openIncidents: (row?.openIncidents ?? []) as OpenIncidentRow[],
    health: await reportedHealth(tx, tenantId),
    reporting: new Set(rows.map(({ componentId }) => componentId)),
    windows: await windowsFrom(tx, tenantId, now),
    now,
    openings: await readOpenings(tx, tenantId),
    oldestReportAt: await oldestReport(tx, tenantId),
  };
}

/** Takes the names from the graph in memory if it has that version. Nothing may edit the graph until they are used. */
async function namesOfLists(tx: Transaction, tenantId: string, landscapeVersion: number, lists: OpenLists): Promise<NamesById> {
  const graph = graphHeldAt(tenantId, landscapeVersion);
  return graph === null ? namesAt(tx, tenantId, landscapeVersion, lists) : namesIn(graph);
}

async function storedSnapshot(tx: Transaction, tenantId: string, pendingSignals: number): Promise<(Found & Added) | NotFound> {
  const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select: { ...EVERY_TIME, lists: true, rest: true } });
  if (row === null || row.lists === null || row.rest === null) return notFound(tx, tenantId, pendingSignals, row);
  const { version, computedAt, landscapeVersion } = row;
  const openIncidents = parseStored(OPEN_INCIDENTS, row.openIncidents, { table: 'impact_snapshot', column: 'openIncidents', id: tenantId });
  const packed = { landscapeVersion, rest: parseStored(REST, row.rest, { table: 'impact_snapshot', column: 'rest', id: tenantId }) };
  const lists = openLists(row.lists);
  const body = unpackBody(packed, lists, await namesOfLists(tx, tenantId, landscapeVersion, lists));
  const [openings, oldestReportAt] = [await readOpenings(tx, tenantId), await oldestReport(tx, tenantId)];
  const lookup = new SituationLookup(parseSituations(row.situations, tenantId));
  return { version, computedAt: computedAt.toISOString(), pendingSignals, openIncidents, body, openings, oldestReportAt, lookup };
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
    const { body, openings, oldestReportAt, lookup, ...moment } = found;
    const answer = withAdded(snapshotAnswer(body, moment, canSeeRevenue), { openings, oldestReportAt, lookup });
    kept.keep(key, seen, answer, answer.unhealthy.length + answer.impacted.length);
    return answer;
  }
  const { version, pendingSignals, openIncidents, health, windows, now, openings, oldestReportAt } = found;
  const { graph, head } = await currentGraph(tenant);
  const maintenance = maintenanceAt(windows, now.getTime());
  const impact = liveImpact(graph, health);
  const packed = packBody(impact, maintenance, head.currency);
  const body = unpackBody(packed, openLists(packed.lists), namesIn(graph));
  const lookup = situationsOnTheSpot(impact, maintenance, openLists(packed.lists), found);
  return withAdded(snapshotAnswer(body, { version, computedAt: now.toISOString(), pendingSignals, openIncidents }, canSeeRevenue), {
    openings,
    oldestReportAt,
    lookup,
  });
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
  const answer = withAdded(snapshotAnswer(body, moment, canSeeRevenue), {
    openings: new Map(),
    oldestReportAt: null,
    lookup: new SituationLookup(NO_SITUATIONS),
  });
  kept.keep(key, `${graph.version} ${head.currency}`, answer, 0);
  return answer;
}

/** The situations of a pass that no turn has stored. */
function situationsOnTheSpot(
  impact: LiveImpact,
  maintenance: ActiveMaintenance,
  lists: OpenLists,
  { openIncidents, reporting }: Pick<NotFound, 'openIncidents' | 'reporting'>,
): SituationLookup {
  const { graph } = impact;
  const members = openIncidents.map(({ id, state, cause }, number) => {
    const causeId = graph.findEntity('component', cause)?.id ?? '';
    return { id, number, causeId, isRecovered: state === 'Monitoring', situationId: null };
  });
  const situations = withMembers(finish(situationsIn(impact, rollUpContributions(impact), maintenance)), members);
  const notMonitored = withNames(
    notMonitoredAmong(silentComponents(lists), (id) => reporting.has(id)),
    (id) => graph.components.technicalNameOf(graph.components.find(id)),
  );
  return new SituationLookup({ situations, notMonitored, groupsNotInService: groupsNotInService(impact) });
}

/** Adds to each unhealthy component its incident, or the time when one will open; and the situations. */
function withAdded(answer: ImpactSnapshot, { openings, oldestReportAt, lookup }: Added): SnapshotAnswer {
  const ongoing = answer.openIncidents.filter(({ state }) => state !== 'Monitoring');
  const incidentOf = new Map(ongoing.map(({ id, state, cause }) => [cause, { id, state }]));
  const unhealthy = answer.unhealthy.map((row) => ({
    ...row,
    incident: incidentOf.get(row.technicalName) ?? null,
    ...(openings.get(row.id) ?? NO_OPENING),
  }));
  const openIncidents = answer.openIncidents.map((row) => {
    const { impactedNotMonitored, impactedNotMonitoredCount } = relationsOf(lookup.causeOfIncident(row.id), lookup);
    return { ...row, isStale: row.isStale ?? false, impactedNotMonitored, impactedNotMonitoredCount };
  });
  const currency = answer.revenueExposure?.currency ?? null;
  const situations = (lookup.stored ?? NO_SITUATIONS).situations.map((situation) => toldSituation(situation, currency));
  const { groups, omitted } = lookup.groupsNotInService;
  const added = { oldestReportAt, unhealthy, openIncidents, situations };
  return { ...answer, ...added, groupsNotInService: groups, groupsNotInServiceOmitted: omitted };
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
    const { graph, lists, body, lookup, ...moment } = await causesOnTheSpot(tenant, found);
    return { ...moment, ...toldCauses(body, lists, namesIn(graph), { ...asked, openings: found.openings, lookup }), withheld };
  }
  return { ...found.body, withheld };
}

/** Computes the causes now. Nothing may edit the graph until the answer is written. */
export async function causesOnTheSpot(
  tenant: TenantDb,
  { version, pendingSignals, openIncidents, health, reporting, windows, now }: NotFound,
): Promise<Moment & { graph: Landscape; lists: OpenLists; body: HealthImpactBody; lookup: SituationLookup }> {
  const { graph, head } = await currentGraph(tenant);
  const maintenance = maintenanceAt(windows, now.getTime());
  const impact = liveImpact(graph, health);
  const lists = openLists(packBody(impact, maintenance, head.currency).lists);
  const body = finish(healthImpact(impact, { causeLimit: MOST_CAUSES, currency: head.currency, maintenance }));
  const ongoing = openIncidents.filter(({ state }) => state !== 'Monitoring');
  const byCause = new Map(ongoing.map(({ id, state, cause }) => [graph.findEntity('component', cause)?.id ?? '', { id, state }]));
  const moment = { version, computedAt: now.toISOString(), pendingSignals, landscapeVersion: graph.version };
  const lookup = situationsOnTheSpot(impact, maintenance, lists, { openIncidents, reporting });
  return { ...moment, graph, lists, body: withIncidents(body, byCause), lookup };
}

type Asked = { canSeeRevenue: boolean; componentLimit: number } & Pick<Added, 'openings' | 'lookup'>;

async function storedHealthImpact(
  tx: Transaction,
  tenantId: string,
  pendingSignals: number,
  asked: Omit<Asked, keyof Added>,
): Promise<{ body: Omit<HealthImpactAnswer, 'withheld'> } | NotFound> {
  const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select: { ...EVERY_TIME, lists: true, healthImpact: true } });
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
      lookup: new SituationLookup(parseSituations(row.situations, tenantId)),
    },
  );
  return { body: { version, computedAt: computedAt.toISOString(), pendingSignals, landscapeVersion, ...told } };
}

function toldCauses(
  { causes, causeCount }: Pick<HealthImpactBody, 'causes' | 'causeCount'>,
  lists: OpenLists,
  names: NamesById,
  { canSeeRevenue, componentLimit, openings, lookup }: Asked,
): Pick<HealthImpactAnswer, 'causes' | 'causesOmitted'> {
  const listed = [...causes].sort(canSeeRevenue ? byExposure : byCriticality).slice(0, MOST_CAUSES);
  const told = listed.map(({ contributesTo, revenueExposure, contributed, completeness, ...cause }) => {
    const components = contributedComponents(lists, names, { technicalName: cause.technicalName, contributesTo }, componentLimit);
    const componentsOmitted = contributesTo.count - components.length;
    const placed = lookup.ofCause(cause.id);
    return {
      ...cause,
      ...(openings.get(cause.id) ?? NO_OPENING),
      ...relationsOf(placed?.cause ?? null, lookup),
      situationId: placed?.situation.id ?? null,
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
  stored: Omit<Completeness, 'notRecorded' | 'notInService'> & Partial<Completeness>,
  componentsOmitted: number,
  canSeeRevenue: boolean,
): Completeness {
  const notRecorded = (stored.notRecorded ?? []).filter((part) => canSeeRevenue || part !== 'revenue');
  const notInService = stored.notInService ?? { components: 0, applications: 0 };
  return { ...stored, componentsOmitted, notRecorded, notInService, withheld: canSeeRevenue ? [] : ['revenueExposure'] };
}
