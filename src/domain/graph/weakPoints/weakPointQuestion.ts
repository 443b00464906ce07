/** What a question about weak points may contain: the kinds of entity, the severity, and how many failures together. */

export const WEAK_POINT_ENTITY_KINDS = ['application', 'capability', 'process', 'segment', 'component'] as const;
export type WeakPointEntityKind = (typeof WEAK_POINT_ENTITY_KINDS)[number];
export const WEAK_POINT_STATES = ['Degraded', 'Outage'] as const;
export type WeakPointState = (typeof WEAK_POINT_STATES)[number];
export type CutSetOrder = 1 | 2 | 3;
