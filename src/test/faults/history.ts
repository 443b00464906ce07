/** What the clients of a fault run saw, and what is there at its end: all that the checker needs to know. */

/** `unknown`: no answer came, or one that says the database was away, so it may have happened or not. */
export type Result = 'acknowledged' | 'refused' | 'unknown';

/** When something was asked and answered, in milliseconds of one clock that never goes back. */
export interface Span {
  /** The number of the replica that answered last. */
  replica: number;
  askedAt: number;
  /** Null if no answer came. */
  answeredAt: number | null;
}

/** One change of the landscape that a client asked for. `token` is found nowhere else. */
export interface Write extends Span {
  op: 'create' | 'update' | 'delete';
  /** The technicalName of what is created, the new description of what is updated; empty for a deletion. */
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

/** One entity as it was read; `description` is null where it was not found. */
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
  /** Whether a part of the answer had come. */
  hasBegun: boolean;
  /** Of the change or signal that was asked for, if it was not asked for again. */
  token: string | null;
}

/** From the moment before a replica was killed, or was to stop, to the moment when it was ready again. */
export interface Downtime {
  replica: number;
  from: number;
  to: number;
  /** It was told to stop, and not killed. */
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
  /** What the change set the description to; null if it did not. */
  description: string | null;
}

export interface FinalEntity {
  id: string;
  technicalName: string;
  description: string | null;
}

export interface FinalSignal {
  signalId: string;
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
  /** When it was found to be about something else, oldest first. */
  causeChanges: { at: string; from: string }[];
}

export interface SeenEvent {
  id: string;
  sequence: number;
  type: string;
  /** Of an event about an incident. */
  incidentId: string | null;
  /** Of an event about a change. */
  landscapeVersion: number | null;
}

/** One request that the receiver of webhooks got; the same event may come more than once. */
export interface SeenDelivery {
  webhookId: string;
  body: string;
  isSigned: boolean;
  event: SeenEvent;
}

/** Everything is read after all work was done. */
export interface Ending {
  landscapeVersion: number;
  /** In any order. */
  changes: LoggedChange[];
  /** All components. */
  entities: FinalEntity[];
  signals: FinalSignal[];
  incidents: FinalIncident[];
  /** As one client of the live feed got them, who reconnected whenever it broke. */
  feed: SeenEvent[];
  /** As the receiver got them. */
  deliveries: SeenDelivery[];
  /** Processes that ended without being killed. */
  endedByThemselves: string[];
}
