/** The orders of lists. */

export const ENTITY_SORTS = ['technicalName', '-technicalName', 'name', '-name', 'updatedAt', '-updatedAt'] as const;
export const DEPENDENCY_SORTS = ['id', '-id', 'source', '-source', 'target', '-target', 'updatedAt', '-updatedAt'] as const;
export const INCIDENT_SORTS = [
  'number',
  '-number',
  'cause',
  '-cause',
  'severity',
  '-severity',
  'expectedPerHour',
  '-expectedPerHour',
  'costSoFar',
  '-costSoFar',
  'people',
  '-people',
  'team',
  '-team',
  'duration',
  '-duration',
] as const;
