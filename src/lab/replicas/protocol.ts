/** The messages between the simulation of replicas and each of its processes. */
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';

export interface ReplicaOrder {
  addresses: DatabaseAddresses;
  /** The file in which it records what it works on, line by line, so that the record survives a kill. */
  logFile: string;
  /** How other replicas find out that the process is gone. */
  owner: string;
  tenants: readonly string[];
  seed: number;
}

/** How many signals per second it accepts from now on. */
export interface Pace {
  signalsPerSecond: number;
}

/** What it did since the previous request. */
export interface ReplicaReport {
  /** For each processed signal: milliseconds from accepting it to claiming its tenant. */
  waits: number[];
  /** Signals that it accepted. */
  accepted: number;
  /** Processor time of the process and elapsed time, both in milliseconds. */
  cpuMs: number;
  elapsedMs: number;
  /** How many replicas it knows of, and how many tenants are in its share. */
  share: { replicas: number; tenants: number };
}
