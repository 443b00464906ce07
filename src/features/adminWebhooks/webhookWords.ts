/** Text for webhooks and deliveries. */
import type { DeliveryStatus, DisabledReason, Webhook, WebhookDelivery } from '@/contract/webhooks';

const DISABLED: Readonly<Record<DisabledReason, string>> = {
  ByHand: 'Switched off by a member.',
  Gone: 'Switched off: the address answered that it is gone (410).',
  Failing: 'Switched off: nothing got through for five days.',
  PlanRequired: 'Switched off: the plan no longer includes webhooks.',
};

export const STATUS_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  Pending: 'Waiting',
  Retrying: 'Retrying',
  Delivered: 'Delivered',
  Dead: 'Given up',
};

/** The health state whose colour suits a delivery status. */
export const STATUS_STATES: Readonly<Record<DeliveryStatus, 'Healthy' | 'Warning' | 'Outage' | null>> = {
  Pending: null,
  Retrying: 'Warning',
  Delivered: 'Healthy',
  Dead: 'Outage',
};

/** How often to poll for a delivery that is on its way, in milliseconds. */
export const SOON_MS = 2_000;

/** Whether it is being sent, or will be within a minute. A delivery with a later next attempt cannot change until then. */
export function isOnItsWay({ status, nextAttemptAt }: Pick<WebhookDelivery, 'status' | 'nextAttemptAt'>, now = Date.now()): boolean {
  return status === 'Pending' || (status === 'Retrying' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < now + 60_000);
}

export interface Condition {
  label: string;
  state: 'Healthy' | 'Warning' | 'Outage' | null;
  detail: string | null;
}

/** The condition of an endpoint, for its row. */
export function conditionOf({
  isEnabled,
  disabledReason,
  failingSince,
  failures,
  isSecretReadable,
}: Pick<Webhook, 'isEnabled' | 'disabledReason' | 'failingSince' | 'failures' | 'isSecretReadable'>): Condition {
  if (!isEnabled)
    return {
      label: 'Off',
      state: disabledReason === 'ByHand' || disabledReason === null ? null : 'Outage',
      detail: disabledReason === null ? null : DISABLED[disabledReason],
    };
  if (!isSecretReadable)
    return {
      label: 'Cannot be signed',
      state: 'Outage',
      detail: 'Its secret was encrypted with another FAULTLINE_SECRET. Events wait up to three days for that one or for a new secret.',
    };
  if (failingSince !== null)
    return {
      label: 'Failing',
      state: 'Warning',
      detail: `${failures.toLocaleString('en')} failed ${failures === 1 ? 'attempt' : 'attempts'} in a row.`,
    };
  return { label: 'On', state: 'Healthy', detail: null };
}
