/** The ten tables of the inventory. */
import { ENTITY_KINDS } from '@/domain/vocabulary';

/** The most entities in one change. */
export const MOST_AT_ONCE = 500;
export const INVENTORY_KINDS = [...ENTITY_KINDS, 'dependency'] as const;
