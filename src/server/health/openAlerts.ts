/** What ends or opens an alert other than its source: time, and people. Each goes through the queue of signals, like a message of the source. */
import { randomUUID } from 'node:crypto';
import type { Alert } from '@/contract/alerts';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { KnownAlert } from '@/domain/health/openAlerts';
import type { HealthState } from '@/domain/vocabulary';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { nudgeConsumer } from '@/server/wake/nudges';
import { findAlert } from './listAlerts';
import { storeSignals, type SignalToStore } from './signalQueue';

type Identity = Pick<KnownAlert, 'source' | 'key' | 'componentId' | 'name'>;

const LAPSED = `
  select a."source", a."key", a."componentId"::text as "componentId", a."name", a."seenAt"
  from "alert" a join "alert_source" s on s."tenantId" = $1::uuid and s."source" = a."source"
  where a."tenantId" = $1::uuid and a."state" <> 'Healthy' and s."lapseAfterMinutes" > 0
    and s."lastDeliveredAt" >= greatest(a."seenAt" + make_interval(mins => s."lapseAfterMinutes"), s."resumedAt") + make_interval(mins => s."lapseAfterMinutes")
  limit 1000`;

/**
 * Drops alerts that lapsed and that their source has not mentioned since, although it went on delivering for as long again. A source that
 * says nothing at all keeps its alerts. Returns how many.
 */
export async function dropLapsed(tenant: TenantDb): Promise<number> {
  const lapsed = await read<Identity & { seenAt: Date }>(tenant, { name: 'lapsed alerts', text: LAPSED });
  if (lapsed.length === 0) return 0;
  await storeSignals(
    tenant,
    lapsed.map(({ seenAt, ...alert }) =>
      closing(alert, `The alert was dropped: last repeated at ${seenAt.toISOString()}, while its source went on delivering.`),
    ),
  );
  nudgeConsumer(tenant.tenantId);
  return lapsed.length;
}

/** Ends an alert by hand. Its next message opens it again. Throws 404, and 409 if it is not open. */
export async function closeAlert(tenant: TenantDb, { name }: Pick<Principal, 'name'>, id: string): Promise<Alert> {
  const { alert, key } = await findAlert(tenant, id);
  if (!alert.isOpen) throw new AppError('conflict', 'This alert is not open.');
  await storeSignals(tenant, [closing({ ...alert, key }, `Closed by hand by ${name}.`)]);
  nudgeConsumer(tenant.tenantId);
  return { ...alert, state: 'Healthy', isOpen: false, isLapsed: false };
}

/** Opens an alert again that was closed by hand or dropped. Throws 404, and 409 if it is open, or if its source has ended it. */
export async function reopenAlert(tenant: TenantDb, { name }: Pick<Principal, 'name'>, id: string): Promise<Alert> {
  const { alert, key, endedUpTo } = await findAlert(tenant, id);
  if (alert.isOpen) throw new AppError('conflict', 'This alert is already open.');
  const [last] = await read<{ state: HealthState; startsAt: Date | null; message: string | null }>(
    tenant,
    {
      name: 'last firing message',
      text: `select r."state", r."alertStartsAt" as "startsAt", r."message" from "health_signal_record" r
        where r."tenantId" = $1::uuid and r."source" = $2 and r."alertKey" = $3 and r."state" <> 'Healthy' and r."outcome" in ('Applied', 'Superseded')
        order by r."observedAt" desc, r."position" desc limit 1`,
    },
    [alert.source, key],
  );
  if (last === undefined || (endedUpTo !== null && (last.startsAt ?? endedUpTo) <= endedUpTo))
    throw new AppError('conflict', 'The source ended this alert; only one that was closed by hand or dropped can be reopened.');
  const startsAt = last.startsAt?.toISOString() ?? null;
  const message = last.message ?? `Opened again by ${name}.`;
  await storeSignals(tenant, [messageOf({ ...alert, key }, { state: last.state, message, startsAt, isClosed: false })]);
  nudgeConsumer(tenant.tenantId);
  return { ...alert, state: last.state, isOpen: true };
}

function closing(alert: Identity, message: string): SignalToStore {
  return messageOf(alert, { state: 'Healthy', message, startsAt: null, isClosed: true });
}

type Told = Pick<SignalToStore, 'state' | 'message'> & { startsAt: string | null; isClosed: boolean };

function messageOf({ source, key, componentId, name }: Identity, { state, message, startsAt, isClosed }: Told): SignalToStore {
  const alert = { key, name, startsAt, endsAt: null, isClosed };
  return { signalId: randomUUID(), componentId, technicalName: null, state, observedAt: null, source, message, alert };
}
