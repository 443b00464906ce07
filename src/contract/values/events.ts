/** The events sent to webhooks and the live feed, and the states of their deliveries. */

export const EVENT_TYPES = [
  'health.changed',
  'impact.changed',
  'incident.opened',
  'incident.updated',
  'incident.merged',
  'incident.resolved',
  'incident.reopened',
  'incident.removed',
  'situation.changed',
  'landscape.changed',
  'manifest.applied',
  'weakpoint.appeared',
  'weakpoint.gone',
  'notification.raised',
  'notification.cleared',
  'notification.digest',
  'webhook.test',
] as const;
/**
 * ByHand: somebody switched it off. Gone: it answered 410. Failing: nothing got through for days. PlanRequired: the plan no longer includes
 * webhooks.
 */
export const DISABLED_REASONS = ['ByHand', 'Gone', 'Failing', 'PlanRequired'] as const;
/** Pending was not tried yet. Delivered and Dead are final unless somebody asks for a replay. */
export const DELIVERY_STATUSES = ['Pending', 'Retrying', 'Delivered', 'Dead'] as const;
/** For whom messages are written: `events` are signed JSON for programs, the others are for people. */
export const WEBHOOK_FORMATS = ['events', 'slack', 'teams', 'email'] as const;
