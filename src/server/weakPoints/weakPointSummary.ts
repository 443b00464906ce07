/** Answers the stored weak points of all capabilities, as numbers. */
import type { CapabilityWeakPoints, WeakPointSummary, WeakPointSummaryInput } from '@/contract/weakPoints';
import type { Principal } from '@/domain/access';
import { byCodeUnit } from '@/plain/order';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, type ListScope } from '@/server/lists/cursor';
import type { TenantDb } from '@/server/db/tenantDb';
import { completeVersion, keepWeakPoints, keepWeakPointsSoon, type KeptCapability } from './keptSummary';
import { WORST, worstComponentsFor, type WorstOfAll } from './worstOfAll';
import { read } from '@/server/db/read';
import { outlinesOf, parseStored } from '@/server/db/parseStored';

const CAPABILITIES = outlinesOf<KeptCapability>('id', 'technicalName', 'name', 'singlePoints', 'ownPerHour', 'worstComponentIds');

/**
 * A page, the worst first. If nothing is stored yet, calculates it first. If the stored numbers are outdated, returns them and starts an
 * update.
 */
export async function readWeakPointSummary(
  tenant: TenantDb,
  principal: Principal,
  input: WeakPointSummaryInput,
): Promise<WeakPointSummary> {
  const { tenantId } = tenant;
  const { canSeeRevenue } = principal;
  const { kept, head, isCurrent } = await storedSummary(tenant);
  const scope: ListScope = { tenantId, list: 'weak-points', filters: { canSeeRevenue } };
  const from = Number(decodeCursor(scope, input.cursor) ?? 0);
  const all = capabilitiesStored(tenantId, kept).toSorted((left, right) => worstFirst(canSeeRevenue, left, right));
  const limit = input.limit ?? DEFAULT_LIMIT;
  const { components, undermined, underminedOmitted } = worstStored(tenantId, kept);
  const worst = worstComponentsFor(components, canSeeRevenue);
  const isWorst = new Set(worst.map(({ id }) => id));
  return {
    items: all.slice(from, from + limit).map((row) => told(row, canSeeRevenue, isWorst)),
    nextCursor: from + limit < all.length ? encodeCursor(scope, `${from + limit}`) : null,
    total: all.length,
    currency: canSeeRevenue ? head.currency : null,
    landscapeVersion: kept.landscapeVersion,
    isCurrent,
    computedAt: kept.computedAt.toISOString(),
    worstComponents: worst.map((component) => ({ ...component, perHour: canSeeRevenue ? component.perHour : null })),
    undermined,
    underminedOmitted,
    withheld: canSeeRevenue ? [] : ['perHour', 'ownPerHour', 'isRevenueRecorded'],
  };
}

/** What was calculated last; calculated now if nothing is stored. If it is outdated, starts an update. */
export async function storedSummary(tenant: TenantDb) {
  const head = await landscapeHead(tenant);
  const kept = (await readKept(tenant)) ?? (await keepFirst(tenant));
  const isCurrent = kept.landscapeVersion >= head.version;
  if (!isCurrent) keepWeakPointsSoon(tenant);
  return { kept, head, isCurrent };
}

export function capabilitiesStored(tenantId: string, { capabilities }: { capabilities: unknown }): KeptCapability[] {
  return parseStored(CAPABILITIES, capabilities, storedAt(tenantId, 'capabilities'));
}

export function worstStored(tenantId: string, { worst }: { worst: unknown }): WorstOfAll {
  return parseStored(WORST, worst, storedAt(tenantId, 'worst'));
}

const storedAt = (id: string, column: string) => ({ table: 'weak_point_summary', column, id });

/** Null if there is none, or if an older release stored less. */
async function readKept(tenant: TenantDb) {
  const { tenantId } = tenant;
  const kept = await read(tenant, (tx) => tx.weakPointSummary.findUnique({ where: { tenantId } }));
  return kept === null || completeVersion(kept) < 0 ? null : kept;
}

async function keepFirst(tenant: TenantDb) {
  await keepWeakPoints(tenant);
  const kept = await readKept(tenant);
  if (kept === null) throw new Error('What was just kept is not there.');
  return kept;
}

/**
 * The dearest capability that a single point takes down comes first. Callers who may not see revenue get an order that reveals nothing about
 * it.
 */
function worstFirst(canSeeRevenue: boolean, left: KeptCapability, right: KeptCapability): number {
  return (
    (canSeeRevenue ? atStake(right) - atStake(left) || right.worstPerHour - left.worstPerHour : 0) ||
    right.singlePoints - left.singlePoints ||
    right.undermined - left.undermined ||
    right.pairs - left.pairs ||
    byCodeUnit(left.technicalName, right.technicalName)
  );
}

function atStake({ singlePoints, ownPerHour }: KeptCapability): number {
  return singlePoints === 0 ? 0 : ownPerHour;
}

function told({ worstPerHour, ...row }: KeptCapability, canSeeRevenue: boolean, isWorst: ReadonlySet<string>): CapabilityWeakPoints {
  const worstComponentIds = row.worstComponentIds.filter((id) => isWorst.has(id));
  const money = { perHour: worstPerHour, ownPerHour: row.ownPerHour, isRevenueRecorded: isRevenueRecordedOf(row) };
  return { ...row, worstComponentIds, ...(canSeeRevenue ? money : { perHour: null, ownPerHour: null, isRevenueRecorded: null }) };
}

/** An older release stored only what it costs. */
export function isRevenueRecordedOf({ isRevenueRecorded, ownPerHour }: Pick<KeptCapability, 'isRevenueRecorded' | 'ownPerHour'>): boolean {
  return isRevenueRecorded ?? ownPerHour > 0;
}
