/** Turns rows of endpoints and deliveries into the objects of the API, which contain no secrets. */
import type { ChangeOperation } from '@/contract/changes';
import type { EventType } from '@/contract/events';
import type { DeliveryStatus, DisabledReason, Webhook, WebhookDelivery, WebhookFormat } from '@/contract/webhooks';
import type { WebhookDelivery as DeliveryRow, WebhookEndpoint as EndpointRow } from '@generated/client';
import type { ChangeRecord } from '@/server/landscape/changeLandscape';
import { isSecretReadable } from './endpointSecrets';
import { shownAddress } from './shownAddress';

export function webhookOut(row: EndpointRow): Webhook {
  return {
    id: row.id,
    url: shownAddress(row),
    format: row.format as WebhookFormat,
    description: row.description,
    eventTypes: row.eventTypes.length === 0 ? null : (row.eventTypes as EventType[]),
    isEnabled: row.isEnabled,
    isOpenToMembers: row.isOpenToMembers,
    disabledReason: row.disabledReason as DisabledReason | null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    failures: row.failures,
    isSecretReadable: row.format !== 'events' || isSecretReadable(row.secret),
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A change of an endpoint, as the change log keeps it. */
export function changeOf(op: ChangeOperation, before: EndpointRow | null, after: EndpointRow | null): ChangeRecord {
  const row = (after ?? before) as EndpointRow;
  const states = { before: before && webhookOut(before), after: after && webhookOut(after) };
  return { op, kind: 'webhook', entityId: row.id, technicalName: shownAddress(row), ...states };
}

export function deliveryOut(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    endpointId: row.endpointId,
    eventId: row.eventId,
    eventType: row.eventType as EventType,
    sequence: row.sequence,
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastStatusCode: row.lastStatusCode,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}
