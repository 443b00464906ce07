/** The history of health signals, the latest first: the outcome of each, and how the processing of waiting signals is going. */
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import type { HealthSignalListInput, HealthSignalPage, HealthSignalRecord, HealthWork } from '@/contract/signalHistory';
import { isGuid } from '@/contract/values/guid';
import type { Prisma } from '@generated/client';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { inTenant, type TenantDb, type Transaction } from '../tenantDb';

type Row = Prisma.HealthSignalRecordGetPayload<object>;

export async function listSignals(tenant: TenantDb, query: HealthSignalListInput): Promise<HealthSignalPage> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'health-signal', filters };
  const after = decodeCursor(scope, cursor);
  return inTenant(tenant, async (tx) => {
    const where = await whereOf(tx, tenantId, filters);
    const rows = await tx.healthSignalRecord.findMany({
      where: after === null ? where : { AND: [where, behind(after)] },
      orderBy: [{ handledAt: 'desc' }, { signalId: 'desc' }],
      take: limit + 1,
    });
    const counted = await tx.healthSignalRecord.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    const names = await namesOf(tx, tenantId, rows);
    const page = pageFrom(
      scope,
      rows,
      limit,
      counted,
      ({ handledAt, signalId }) => `${handledAt.toISOString()} ${signalId}`,
      (row) => recordOf(row, names),
    );
    return { ...page, work: await workOf(tx, tenantId) };
  });
}

function behind(position: string): Prisma.HealthSignalRecordWhereInput {
  const [at = '', signalId = ''] = position.split(' ');
  const handledAt = new Date(at);
  return { OR: [{ handledAt: { lt: handledAt } }, { handledAt, signalId: { lt: signalId } }] };
}

async function whereOf(
  tx: Transaction,
  tenantId: string,
  filters: Omit<HealthSignalListInput, 'limit' | 'cursor'>,
): Promise<Prisma.HealthSignalRecordWhereInput> {
  const { component, status, since, until } = filters;
  const handledAt = { ...(since === undefined ? {} : { gte: new Date(since) }), ...(until === undefined ? {} : { lt: new Date(until) }) };
  return {
    AND: [
      { tenantId },
      ...(component === undefined
        ? []
        : [{ OR: [{ componentId: { in: await idsOf(tx, tenantId, component) } }, { componentId: null, sentName: component }] }]),
      ...(status === undefined ? [] : [{ outcome: { in: [...status] } }]),
      ...(Object.keys(handledAt).length === 0 ? [] : [{ handledAt }]),
    ],
  };
}

/** Resolves a component: a GUID as it is, even if the component no longer exists; a name to the component that has it now. */
async function idsOf(tx: Transaction, tenantId: string, reference: string): Promise<string[]> {
  if (isGuid(reference)) return [reference.toLowerCase()];
  const found = await tx.component.findUnique({
    where: { tenantId_technicalName: { tenantId, technicalName: reference } },
    select: { id: true },
  });
  return found === null ? [] : [found.id];
}

async function namesOf(tx: Transaction, tenantId: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ componentId }) => componentId ?? []))];
  const components = await tx.component.findMany({ where: { tenantId, id: { in: ids } }, select: { id: true, technicalName: true } });
  return new Map(components.map(({ id, technicalName }) => [id, technicalName]));
}

function recordOf(row: Row, names: ReadonlyMap<string, string>): HealthSignalRecord {
  return {
    signalId: row.signalId,
    componentId: row.componentId,
    component: row.componentId === null ? row.sentName : (names.get(row.componentId) ?? null),
    state: row.state,
    observedAt: row.observedAt.toISOString(),
    reportedAt: row.reportedAt?.toISOString() ?? null,
    acceptedAt: row.acceptedAt.toISOString(),
    source: row.source,
    message: row.message,
    status: row.outcome as HealthSignalRecord['status'],
    reason: row.reason,
    handledAt: row.handledAt.toISOString(),
  };
}

async function workOf(tx: Transaction, tenantId: string): Promise<HealthWork> {
  const pendingSignals = await tx.healthSignal.count({ where: { tenantId } });
  const work = await tx.healthWork.findUnique({ where: { tenantId } });
  const isWaiting = work !== null && work.lastError !== null && work.leaseToken === null;
  return {
    pendingSignals,
    failedAttempts: work?.failures ?? 0,
    lastError: work?.lastError ?? null,
    nextAttemptAt: isWaiting ? (work.leaseUntil?.toISOString() ?? null) : null,
  };
}
