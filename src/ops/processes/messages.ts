/** What a supervisor and its children say to each other. */

/** To tell a child's own feeds from those of others. */
export interface FeedCount {
  tenantId: string;
  principalId: string;
  count: number;
}

/** Work that one process found and another one does. */
export interface WorkFound {
  kind: string;
  tenantIds: readonly string[];
}

export type FromChild =
  /** It has begun to answer, or to work. */
  | { type: 'ready' }
  /** Nobody reads what it prints. */
  | { type: 'unread' }
  | { type: 'work'; found: WorkFound }
  /** Events of these tenants were written, which live feeds wait for. */
  | { type: 'events'; tenantIds: readonly string[] }
  | { type: 'feeds'; feeds: FeedCount }
  /** It wants the metrics of all. */
  | { type: 'metricsWanted'; request: number }
  /** Its own metrics. */
  | { type: 'metrics'; request: number; text: string };

export type ToChild =
  | { type: 'stop' }
  | { type: 'work'; found: WorkFound }
  | { type: 'events'; tenantIds: readonly string[] }
  /** The child with this name has so many feeds of a principal open. */
  | { type: 'feeds'; of: string; feeds: FeedCount }
  /** The child with this name ended, and its feeds with it. */
  | { type: 'ended'; name: string }
  /** The supervisor asks for its metrics. */
  | { type: 'tellMetrics'; request: number }
  /** The metrics of all. */
  | { type: 'allMetrics'; request: number; texts: readonly string[] };
