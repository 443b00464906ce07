/** What a supervisor and its children say to each other. */

/** How many live feeds a principal has open in one child, so that the others can count them too. */
export interface FeedCount {
  tenantId: string;
  principalId: string;
  count: number;
}

/** Work that one process found and another one has to do. */
export interface WorkFound {
  kind: string;
  tenantIds: readonly string[];
}

export type FromChild =
  /** The child has begun to answer, or to work. */
  | { type: 'ready' }
  /** Nobody reads the child's output any more. */
  | { type: 'unread' }
  | { type: 'work'; found: WorkFound }
  /** Events of these tenants were written, which live feeds wait for. */
  | { type: 'events'; tenantIds: readonly string[] }
  | { type: 'feeds'; feeds: FeedCount }
  /** The child asks for the metrics of all processes. */
  | { type: 'metricsWanted'; request: number }
  /** The child's own metrics. */
  | { type: 'metrics'; request: number; text: string };

export type ToChild =
  | { type: 'stop' }
  | { type: 'work'; found: WorkFound }
  | { type: 'events'; tenantIds: readonly string[] }
  /** The child with this name has this many feeds of a principal open. */
  | { type: 'feeds'; of: string; feeds: FeedCount }
  /** The child with this name has exited, and its feeds are closed. */
  | { type: 'ended'; name: string }
  /** The supervisor asks for the child's metrics. */
  | { type: 'tellMetrics'; request: number }
  /** The metrics of all processes. */
  | { type: 'allMetrics'; request: number; texts: readonly string[] };
