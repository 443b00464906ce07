/** The values of the change log. */
import { ENTITY_KINDS } from '@/domain/vocabulary';

export const CHANGE_KINDS = [
  ...ENTITY_KINDS,
  'dependency',
  'scenario',
  'tenant',
  'api-key',
  'membership',
  'invitation',
  'maintenance-window',
  'webhook',
  'subscription',
  'identity-provider',
  'provisioning-token',
] as const;
export const CHANGE_OPERATIONS = ['create', 'update', 'delete'] as const;
/** The size of a page of versions. */
export const MOST_CHANGE_SETS = 200;

/** How far back what changed before an incident goes. */
export const MINUTES_BEFORE_INCIDENT = 60;
