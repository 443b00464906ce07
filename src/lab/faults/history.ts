/** What the clients of a fault run saw, and what is stored at its end: everything that the checker needs to know. */

/** `unknown`: no answer came, or only one that says the database is down, so the request may have taken effect or not. */
export type Result = 'acknowledged' | 'refused' | 'unknown';

/** When a request was sent and answered, in milliseconds of a clock that never goes back. */
export interface Span {
  /** The number of the replica that answered last. */
  replica: number;
  askedAt: number;
  /** Null if no answer came. */
  answeredAt: number | null;
}

/** One change to the landscape that a client asked for. No other request has the same `token`, except that it is empty for deletions. */
export interface Write extends Span {
  op: 'create' | 'update' | 'delete';
  /** The technicalName of the entity to create, or the new description of the entity to update; empty for a deletion. */
  token: string;
  /** Null until a creation was acknowledged. */
  entityId: string | null;
  result: Result;
}

/** A health signal, with its token as its message. */
export interface Push extends Span {
  token: string;
  signalId: string | null;
  result: Result;
}

/** An answer that names the landscape version for which it holds. */
export interface VersionRead extends Span {
  answeredAt: number;
  landscapeVersion: number;
}

/** One entity as a client read it; `description` is null if the entity was not found. */
export interface EntityRead extends Span {
  answeredAt: number;
  entityId: string;
  description: string | null;
}

/** An answer that no client should get. */
export interface OddAnswer extends Span {
  what: string;
}

/** A connection that broke before the answer was complete. */
export interface BrokenAnswer extends Span {
  brokenAt: number;
  what: string;
  /** Whether part of the answer had come. */
  hasBegun: boolean;
  /** The token of the requested change or signal, if the client did not repeat the request. */
  token: string | null;
}

/** The time from just before a replica was killed or told to stop until it was ready again. */
export interface Downtime {
  replica: number;
  from: number;
  to: number;
  /** Set if the replica was told to stop rather than killed. */
  isStop?: true;
}

export interface ClientHistory {
  writes: Write[];
  pushes: Push[];
  versionReads: VersionRead[];
  entityReads: EntityRead[];
  odd: OddAnswer[];
  broken: BrokenAnswer[];
  downtimes: Downtime[];
}

export const emptyHistory = (): ClientHistory => ({
  writes: [],
  pushes: [],
  versionReads: [],
  entityReads: [],
  odd: [],
  broken: [],
  downtimes: [],
});

/** One row of the change log. */
export interface LoggedChange {
  changeSetId: string;
  landscapeVersion: number | null;
  op: string;
  kind: string;
  entityId: string;
  technicalName: string;
  /** The description that the change set; null if the change left the description alone. */
  description: string | null;
}

export interface FinalEntity {
  id: string;
  technicalName: string;
  description: string | null;
}

export interface FinalSignal {
  signalId: string;
  /** Its technicalName; null if there is none any more. */
  component: string | null;
  state: string | null;
  /** ISO 8601, as is `acceptedAt`. */
  observedAt: string;
  acceptedAt: string;
  message: string | null;
  status: string;
}

export interface FinalIncident {
  id: string;
  cause: string;
  state: string;
  /** ISO 8601. */
  openedAt: string;
  resolvedAt: string | null;
  /** When the incident got another cause, and which cause it had before; oldest first. */
  causeChanges: { at: string; from: string }[];
}

export interface SeenEvent {
  id: string;
  sequence: number;
  type: string;
  /** Null unless the event is about an incident. */
  incidentId: string | null;
  /** Null unless the event is about a change. */
  landscapeVersion: number | null;
}

/** One request that the webhook receiver got; the same event may come more than once. */
export interface SeenDelivery {
  webhookId: string;
  body: string;
  isSigned: boolean;
  event: SeenEvent;
}

/** What is stored at the end; all of it is read after all work was done. */
export interface Ending {
  landscapeVersion: number;
  /** In any order. */
  changes: LoggedChange[];
  /** All components. */
  entities: FinalEntity[];
  signals: FinalSignal[];
  /** The reported state of each component that is not Healthy, by technicalName. */
  unhealthy: { technicalName: string; state: string }[];
  incidents: FinalIncident[];
  /** The events in the order in which one client of the live feed got them; it reconnected whenever its stream broke. */
  feed: SeenEvent[];
  /** In the order in which the receiver got them. */
  deliveries: SeenDelivery[];
  /** Processes that exited without being killed, each with its last output. */
  endedByThemselves: string[];
}
