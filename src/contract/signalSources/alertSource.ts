/** A monitoring system as its alerts are known here, and what they are mapped to. */
import type { Issue } from '@/domain/errors';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';

export interface AlertSource {
  /** Never throws: everything wrong with the payload is in the issues. */
  read(payload: unknown, mapping: SourceMapping): SourceReading;
  /** How long an alert holds without being repeated, unless the caller says so: longer than any interval at which such systems usually repeat what fires. 0 for ever. */
  lapseAfterMinutes: number;
}

/** Says nothing about a component's health. */
export const IGNORE = 'Ignore';
export const OUTCOMES = [...HEALTH_STATES, IGNORE] as const;
export type MappedState = HealthState | typeof IGNORE;

export interface SourceMapping {
  componentLabels: readonly string[];
  severityLabel: string;
  stateBySeverity: Readonly<Record<string, MappedState>>;
  /** For a firing alert without severity. */
  defaultState: MappedState;
}

/** What tells an alert from others of its source, and its times by the clock of its source: ISO 8601 in UTC, null if it does not say. */
export interface SourceAlert {
  key: string;
  name: string | null;
  startsAt: string | null;
  endsAt: string | null;
}

/** One alert to accept. `component` is a technical name or GUID, which the tenant may not have. */
export interface SourceSignal {
  /** Where in the payload it stands; empty if the payload is one alert. */
  path: string;
  component: string;
  /** Healthy if the alert has ended. */
  state: HealthState;
  /** ISO 8601 in UTC; null if the source does not say. */
  observedAt: string | null;
  message: string | null;
  alert: SourceAlert;
}

/** An alert whose labels name no known component, as far as it could be read. */
export interface UnmatchedAlert {
  /** What it names as the component; null if nothing. */
  name: string | null;
  state: HealthState | null;
  observedAt: string | null;
  message: string | null;
  /** Why it is about no component, or not about health. */
  reason: string;
  /** Where in the payload it stands. */
  path: string;
}

export interface SourceReading {
  /** False: the payload is not one of this source, so nothing was read. */
  isReadable: boolean;
  /** Alerts that only led to an issue. */
  unmatched: UnmatchedAlert[];
  /** One per alert, in their order. */
  signals: SourceSignal[];
  /** What could not be mapped, by its path in the payload. */
  issues: Issue[];
  /** Alerts that say nothing about health. */
  ignored: { path: string; reason: string }[];
}
