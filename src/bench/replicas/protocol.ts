/** What the simulation of replicas and each of its processes say to each other. */
import type { DatabaseAddresses } from '@/server/databaseAddresses';

export interface ReplicaOrder {
  addresses: DatabaseAddresses;
  /** Where it writes down what it works on, line by line: that survives a kill. */
  logFile: string;
  /** How others judge whether the process is gone. */
  owner: string;
  tenants: readonly string[];
  seed: number;
}

/** How many signals it accepts each second, from now on. */
export interface Pace {
  signalsPerSecond: number;
}

/** What it did since it was asked last. */
export interface ReplicaReport {
  /** Of each signal taken in: milliseconds from its acceptance to the claim of its tenant. */
  waits: number[];
  /** Signals that it accepted. */
  accepted: number;
  /** Processor time of the process, in milliseconds, and how long that was. */
  cpuMs: number;
  elapsedMs: number;
  /** How many replicas it knows, and how many tenants it looks after. */
  share: { replicas: number; tenants: number };
}
