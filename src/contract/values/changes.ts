/** What the change log is about. */
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
] as const;
export const CHANGE_OPERATIONS = ['create', 'update', 'delete'] as const;
/** A page of versions. */
export const MOST_CHANGE_SETS = 200;
