/** What monitoring systems send and how it is mapped to signals: the sources, the mapping that a caller may change, and the answer. */
import { z } from 'zod';
import type { Issue } from '@/domain/errors';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { text } from '../fields';
import { HealthSignalResults } from '../healthSignals';

export const SIGNAL_SOURCES = ['alertmanager', 'grafana', 'datadog'] as const;
export type SignalSource = (typeof SIGNAL_SOURCES)[number];

/** The labels (or tags) that may name a component, the first that is there counts. */
const COMPONENT_LABELS = ['faultline_component', 'component', 'service', 'app', 'job'];

/** Says nothing about a component's health. */
const IGNORE = 'Ignore';
const OUTCOMES = [...HEALTH_STATES, IGNORE] as const;
export type MappedState = HealthState | typeof IGNORE;

/** What a severity means, by its name in lower case. `no data` is Datadog's transition of that name. */
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
  /** Of a firing alert that has no severity. */
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
 * How the path and query of `POST /health-signals/from/{source}` may change the mapping; the address in the monitoring system is all the
 * configuration there is.
 */
export const SignalSourceInput = z.strictObject({
  source: z.enum(SIGNAL_SOURCES),
  componentLabel: z
    .array(text(1, 200))
    .min(1)
    .max(10)
    .optional()
    .meta({
      description:
        'Labels or tags that name a component by technicalName or GUID, comma-separated; the first that is there counts. ' +
        `${COMPONENT_LABELS.join(', ')} unless said.`,
      example: ['service'],
    }),
  severityLabel: text(1, 200).optional().meta({ description: '`severity` unless said.', example: 'priority' }),
  severityState: z
    .array(severityState)
    .min(1)
    .max(50)
    .optional()
    .meta({
      description: 'Severities and what they mean, comma-separated, beside the usual ones; Ignore says nothing about health.',
      example: ['sev1=Outage', 'notice=Ignore'],
    }),
  defaultState: z.enum(OUTCOMES).optional().meta({ description: 'Of a firing alert without severity: Degraded unless said.' }),
});
export type SignalSourceInput = z.infer<typeof SignalSourceInput>;

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

/** One signal to be accepted. `component` is a technicalName or GUID that the tenant may or may not have. */
export interface SourceSignal {
  component: string;
  state: HealthState;
  /** ISO 8601 in UTC; null where the source does not say. */
  observedAt: string | null;
  source: SignalSource;
  message: string | null;
}

/** An alert that is about no component that its labels name, as far as it could be read. */
export interface UnmatchedAlert {
  /** What it names in the place of a component; null where nothing is named. */
  name: string | null;
  state: HealthState | null;
  observedAt: string | null;
  message: string | null;
  /** Why it is about no component, or not about its health. */
  reason: string;
}

export interface SourceReading {
  /** False: what was sent is nothing that this source sends, so that there was nothing to read. */
  isReadable: boolean;
  /** Those of which nothing came but an issue. */
  unmatched: UnmatchedAlert[];
  /** One for each component, in the order in which they first appear. */
  signals: SourceSignal[];
  /** What could not be mapped, by its path in what was sent. */
  issues: Issue[];
  /** How many alerts say nothing about health. */
  ignored: number;
}

/** The answer to an alert payload, with what became of it; 400 is only what is no payload of that source at all. */
export const SignalSourceAnswer = HealthSignalResults.extend({
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).meta({
    description: 'Alerts that could not be mapped, by their path in what was sent.',
  }),
  ignored: z.int().meta({ description: 'How many alerts say nothing about health.' }),
  unmatched: z.int().meta({
    description: 'How many alerts fit no component: `GET /health-signals?status=Unmatched` lists them, with the reason.',
  }),
});
export type SignalSourceAnswer = z.infer<typeof SignalSourceAnswer>;
