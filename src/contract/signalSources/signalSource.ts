/** How callers send alerts: what they can change of the mapping, and the answer. */
import { z } from 'zod';
import { guidOut, text, countOut } from '@/contract/fields';
import { HealthSignalResults } from '@/contract/healthSignals';
import { IGNORE, OUTCOMES, type MappedState, type SourceMapping } from './alertSource';
import { ALERT_SOURCES, type SignalSource } from './alertSources';

/** Labels (or tags) that may name a component; the first one present counts. */
const COMPONENT_LABELS = ['faultline_component', 'component', 'service', 'app', 'job'];

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
  source: z.enum(Object.keys(ALERT_SOURCES) as SignalSource[]).meta({ description: 'The monitoring system whose format the payload has.' }),
  instance: text(1, 100).optional().meta({
    description:
      'Which of several systems of this kind it is. Their alerts are kept apart, even if they have the same fingerprint. Replicas of one system share one name, or have none.',
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
        'Default: 4320 (3 days) for Alertmanager and Grafana, which repeat what fires; 0 for Datadog, which sends changes only. Choose a time longer than the interval at which your system repeats.',
    }),
  componentLabel: z
    .array(text(1, 200))
    .min(1)
    .max(10)
    .optional()
    .meta({
      description:
        'Labels or tags that name a component by technicalName or GUID, comma-separated; the first one present counts. ' +
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
  return lapseAfterMinutes ?? ALERT_SOURCES[source].lapseAfterMinutes;
}

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

/** The name under which the alerts of this address are kept apart from those of others. */
export function sourceName({ source, instance }: Pick<SignalSourceInput, 'source' | 'instance'>): string {
  return instance === undefined ? source : `${source}:${instance}`;
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
  unmatched: countOut('How many alerts match no component: `GET /health-signals?status=Unmatched` lists them with the reason.'),
});
export type AlertPart = z.infer<typeof SignalSourceAnswer>['parts'][number];
export type SignalSourceAnswer = z.infer<typeof SignalSourceAnswer>;
