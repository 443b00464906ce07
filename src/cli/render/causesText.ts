/** Prints the current impact by cause. */
import { z } from 'zod';
import { ageWords } from '@/domain/health/reportAge';
import { INCIDENT_STATE_LABELS } from '@/domain/incidentWords';
import { FAILURE_STATES, HEALTH_STATES, INCIDENT_STATES } from '@/domain/vocabulary';
import type { Colours } from '@/cli/terminal';
import { capitalised } from '@/plain/capitalised';
import { updatedLine, exposureLine, listed } from './snapshotText';

const state = z.enum(HEALTH_STATES);
const share = { technicalName: z.string(), effectiveState: state, alone: state, jointlyWith: z.array(z.string()) };
const shared = z.array(z.looseObject(share));

/** The parts of health-impact that are printed; `--json` has the rest. */
export const ShownCauses = z.looseObject({
  computedAt: z.string(),
  pendingSignals: z.int(),
  causes: z.array(
    z.looseObject({
      technicalName: z.string(),
      name: z.string().optional(),
      state: z.enum(FAILURE_STATES),
      since: z.string(),
      incident: z.looseObject({ state: z.enum(INCIDENT_STATES) }).nullable(),
      incidentOpensAt: z.string().nullable().default(null),
      isFlapping: z.boolean().default(false),
      isStale: z.boolean().default(false),
      lastReportAt: z.string().nullable().default(null),
      isUnderMaintenance: z.boolean().default(false),
      components: shared,
      componentsOmitted: z.int(),
      applications: shared,
      capabilities: shared,
      processes: shared,
      audiences: shared,
      revenueExposure: z.looseObject({ currency: z.string() }).optional(),
      contributed: z.looseObject({ expectedPerHour: z.number(), perHour: z.number() }).optional(),
      explainedInPart: z
        .looseObject({ state, by: z.array(z.string()) })
        .nullable()
        .default(null),
      contributesToCauses: z.array(z.looseObject({ technicalName: z.string(), explains: state, reports: state })).default([]),
      impactedNotMonitored: z.array(z.looseObject({ technicalName: z.string(), effectiveState: state })).default([]),
      impactedNotMonitoredCount: z.int().default(0),
    }),
  ),
  causesOmitted: z.int(),
});
export type ShownCauses = z.infer<typeof ShownCauses>;
type Cause = ShownCauses['causes'][number];

export function causeLines(answer: ShownCauses, colours: Colours): string[] {
  const { causes, causesOmitted } = answer;
  const updated = updatedLine(answer, colours);
  const omitted = causesOmitted === 0 ? [] : ['', colours.dim(`… and ${causesOmitted.toLocaleString('en-US')} more causes`)];
  return [updated, ...causes.flatMap((cause) => ['', ...linesOf(cause, colours)]), ...omitted];
}

function linesOf(cause: Cause, colours: Colours): string[] {
  const { technicalName, name = technicalName, state: level, since, components, componentsOmitted, contributed, revenueExposure } = cause;
  const paint = level === 'Outage' ? colours.red : colours.yellow;
  const marks = [
    `since ${since}`,
    incidentText(cause),
    ...(cause.isFlapping ? ['flapping'] : []),
    ...ageWords(cause),
    ...(cause.isUnderMaintenance ? ['under maintenance'] : []),
  ];
  const rows = (title: string, items: Cause['components'], more = 0): string[] =>
    items.length + more === 0
      ? []
      : [
          `  ${title} (${(items.length + more).toLocaleString('en-US')})`,
          ...items.map((item) =>
            `    ${item.effectiveState.padEnd('Degraded'.length)}  ${item.technicalName}${jointText(item, colours)}`.trimEnd(),
          ),
          ...(more === 0 ? [] : [colours.dim(`    … and ${more.toLocaleString('en-US')} more`)]),
        ];
  return [
    `${paint(level)}  ${colours.bold(technicalName)}${name === technicalName ? '' : ` (${name})`}  ${colours.dim(marks.join(', '))}`,
    ...(contributed === undefined || revenueExposure === undefined || contributed.perHour === 0
      ? []
      : [`  ${exposureLine({ ...contributed, currency: revenueExposure.currency })}`]),
    ...relationLines(cause),
    ...rows('Components', components, componentsOmitted),
    ...notMonitoredLines(cause),
    ...(['applications', 'capabilities', 'processes', 'audiences'] as const).flatMap((kind) =>
      rows(
        capitalised(kind),
        cause[kind].filter(({ effectiveState }) => effectiveState !== 'Healthy'),
      ),
    ),
  ];
}

function relationLines({ explainedInPart, contributesToCauses }: Cause): string[] {
  return [
    ...(explainedInPart === null
      ? []
      : [`  explained in part by ${listed(explainedInPart.by)}, which alone would make it ${explainedInPart.state}`]),
    ...contributesToCauses.map(
      ({ technicalName, explains, reports }) => `  contributes to ${technicalName}: it would be ${explains}, but reports ${reports}`,
    ),
  ];
}

function notMonitoredLines({ impactedNotMonitored: components, impactedNotMonitoredCount: count }: Cause): string[] {
  if (count === 0) return [];
  const more = count - components.length;
  return [
    `  Impacted, not monitored (${count.toLocaleString('en-US')})`,
    ...components.map(({ technicalName, effectiveState }) => `    ${effectiveState.padEnd('Degraded'.length)}  ${technicalName}`),
    ...(more === 0 ? [] : [`    … and ${more.toLocaleString('en-US')} more`]),
  ];
}

function incidentText({ incident, incidentOpensAt }: Cause): string {
  if (incident !== null) return `incident ${INCIDENT_STATE_LABELS[incident.state]}`;
  return incidentOpensAt === null ? 'no incident' : `opens an incident at ${incidentOpensAt}`;
}

/** Empty if this cause explains all of it. */
function jointText({ alone, jointlyWith }: Cause['components'][number], colours: Colours): string {
  return jointlyWith.length === 0 ? '' : `  ${colours.dim(`jointly with ${listed(jointlyWith)}; ${alone} alone`)}`;
}
