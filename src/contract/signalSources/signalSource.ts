/** The supported monitoring systems, how their alerts are mapped to signals, and the answer. A caller can change the mapping. */
import { z } from 'zod';
import type { Issue } from '@/domain/errors';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { guidOut, text } from '../fields';
import { HealthSignalResults } from '../healthSignals';

export const SIGNAL_SOURCES = ['alertmanager', 'grafana', 'datadog'] as const;
export type SignalSource = (typeof SIGNAL_SOURCES)[number];

/** Labels (or tags) that may name a component; the first one present counts. */
const COMPONENT_LABELS = ['faultline_component', 'component', 'service', 'app', 'job'];

/** Says nothing about a component's health. */
const IGNORE = 'Ignore';
const OUTCOMES = [...HEALTH_STATES, IGNORE] as const;
export type MappedState = HealthState | typeof IGNORE;

/** The state for each severity, by its name in lower case. `no data` is Datadog's transition of that name. */
const STATE_BY_SEVERITY: Readonly<Record<string, MappedState>> = {
  critical: 'Outage',
  page: 'Outage',
  emergency: 'Outage',
  fatal: 'Outage',
  disaster: 'Outage',
  p1: 'Outage',
  sev1: 'Outage',
  error: 'Degraded',
  high: 'Degraded',
  major: 'Degraded',
  p2: 'Degraded',
  sev2: 'Degraded',
  warning: 'Warning',
  warn: 'Warning',
  medium: 'Warning',
  minor: 'Warning',
  average: 'Warning',
  p3: 'Warning',
  sev3: 'Warning',
  low: 'Warning',
  p4: 'Warning',
  sev4: 'Warning',
  p5: IGNORE,
  sev5: IGNORE,
  info: IGNORE,
  informational: IGNORE,
  none: IGNORE,
  debug: IGNORE,
  'no data': IGNORE,
};

export interface SourceMapping {
  componentLabels: readonly string[];
  severityLabel: string;
  stateBySeverity: Readonly<Record<string, MappedState>>;
  /** For a firing alert without severity. */
  defaultState: MappedState;
}

export const DEFAULT_MAPPING: SourceMapping = {
  componentLabels: COMPONENT_LABELS,
  severityLabel: 'severity',
  stateBySeverity: STATE_BY_SEVERITY,
  defaultState: 'Degraded',
};

const severityState = z
  .string()
  .max(120)
  .regex(new RegExp(`^.+=(${OUTCOMES.join('|')})$`), `must be a severity, "=", and one of ${OUTCOMES.join(', ')}`);

/**
 * The path and query of `POST /health-signals/from/{source}` can change the mapping, so the URL in the monitoring system is the only
 * configuration.
 */
export const SignalSourceInput = z.strictObject({
  source: z.enum(SIGNAL_SOURCES).meta({ description: 'The monitoring system whose format the payload has.' }),
  instance: text(1, 100).optional().meta({
    description:
      'Which of several systems of this kind it is. Their alerts are kept apart, also where their fingerprints are the same. Replicas of one system share one name, or none.',
    example: 'eu',
  }),
  lapseAfterMinutes: z
    .int()
    .min(0)
    .max(525_600)
    .optional()
    .meta({
      description:
        'After how many minutes without a repeat an alert lapses: its component is then marked as stale, and no incident ends. 0 for never. ' +
        'Default: 4320 (3 days) for Alertmanager and Grafana, which repeat what fires; 0 for Datadog, which sends changes only. Longer than the interval at which your system repeats.',
    }),
  componentLabel: z
    .array(text(1, 200))
    .min(1)
    .max(10)
    .optional()
    .meta({
      description:
        'Labels or tags that name a component by technicalName or GUID, comma-separated; the first that is there counts. ' +
        `Default: ${COMPONENT_LABELS.join(', ')}.`,
      example: ['service'],
    }),
  severityLabel: text(1, 200)
    .optional()
    .meta({ description: 'The label or tag that holds the severity. Default: `severity`.', example: 'priority' }),
  severityState: z
    .array(severityState)
    .min(1)
    .max(50)
    .optional()
    .meta({
      description:
        'Severities and their meaning, comma-separated, in addition to the usual ones; Ignore means that they say nothing about health.',
      example: ['sev1=Outage', 'notice=Ignore'],
    }),
  defaultState: z.enum(OUTCOMES).optional().meta({ description: 'The state for a firing alert without severity. Default: Degraded.' }),
});
export type SignalSourceInput = z.infer<typeof SignalSourceInput>;

/** How long alerts of this address hold without being repeated; 0 for ever. */
export function lapseAfterMinutesOf({ source, lapseAfterMinutes }: SignalSourceInput): number {
  return lapseAfterMinutes ?? LAPSE_AFTER_MINUTES[source];
}

/** Longer than any interval at which such systems usually repeat what fires. Datadog sends changes only. */
const LAPSE_AFTER_MINUTES: Readonly<Record<SignalSource, number>> = { alertmanager: 4_320, grafana: 4_320, datadog: 0 };

/** The mapping that an input asks for: what it states replaces the defaults, except severities, which are added to them. */
export function mappingFrom(input: SignalSourceInput): SourceMapping {
  const told = (input.severityState ?? []).map((pair) => {
    const place = pair.lastIndexOf('=');
    return [pair.slice(0, place).trim().toLowerCase(), pair.slice(place + 1) as MappedState] as const;
  });
  return {
    componentLabels: input.componentLabel ?? DEFAULT_MAPPING.componentLabels,
    severityLabel: input.severityLabel ?? DEFAULT_MAPPING.severityLabel,
    stateBySeverity: { ...DEFAULT_MAPPING.stateBySeverity, ...Object.fromEntries(told) },
    defaultState: input.defaultState ?? DEFAULT_MAPPING.defaultState,
  };
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

/** The name under which the alerts of this address are kept apart from those of others. */
export function sourceName({ source, instance }: Pick<SignalSourceInput, 'source' | 'instance'>): string {
  return instance === undefined ? source : `${source}:${instance}`;
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

const ALERT_OUTCOMES = ['Accepted', 'Unmatched', 'Ignored', 'Refused'] as const;

/** The answer to an alert payload, with the result of each alert; 400 only if it is no payload of that source. */
export const SignalSourceAnswer = HealthSignalResults.extend({
  parts: z
    .array(
      z.strictObject({
        path: z
          .string()
          .meta({ description: 'Where in the payload the alert stands; empty if the payload is one alert.', example: 'alerts[0]' }),
        outcome: z.enum(ALERT_OUTCOMES).meta({
          description:
            'Accepted: `GET /health-signals` will show what it changed. Unmatched: it is listed there. Ignored: it says nothing about health. Refused: it was not taken.',
        }),
        signalId: guidOut.nullable().meta({ description: 'The id of its signal; null unless it was accepted.' }),
        reason: z
          .string()
          .nullable()
          .meta({ description: 'Why it was not accepted, or what to know about it; null if there is nothing to say.' }),
      }),
    )
    .meta({ description: 'One for each alert of the payload, in their order.' }),
  issues: z
    .array(
      z.strictObject({
        path: z.string().meta({ description: 'Where in the payload, for example `alerts[0].labels`.' }),
        message: z.string().meta({ description: 'Why it could not be mapped.' }),
      }),
    )
    .meta({
      description: 'Alerts that could not be mapped, by their path in the payload.',
    }),
  ignored: z.int().min(0).meta({ description: 'How many alerts say nothing about health.' }),
  unmatched: z.int().min(0).meta({
    description: 'How many alerts match no component: `GET /health-signals?status=Unmatched` lists them with the reason.',
  }),
});
export type AlertPart = z.infer<typeof SignalSourceAnswer>['parts'][number];
export type SignalSourceAnswer = z.infer<typeof SignalSourceAnswer>;
