/** Reads webhook payloads of Prometheus Alertmanager (version 4) and Grafana alerting, which uses the same shape with more fields. */
import { z } from 'zod';
import { componentIn, mapped, momentFrom, sortOut, stateOfSeverity, unreadable } from './mappedAlert';
import type { MappedAlert } from './mappedAlert';
import type { AlertSource, SourceMapping, SourceReading } from './alertSource';
import { issuesOf } from '@/contract/inputIssues';
import { parseInput } from '@/contract/parseInput';

/** Names with values; null says the same as a missing name. */
const texts = z
  .record(z.string(), z.string().nullable())
  .transform((given) => Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null)));

/** Further fields are allowed and ignored. Null in an optional field is the same as its absence. */
const AlertGroup = z.object({ alerts: z.array(z.unknown()), truncatedAlerts: z.number().nullish() });
const Alert = z.object({
  status: z.enum(['firing', 'resolved']),
  labels: texts,
  annotations: texts.nullish(),
  startsAt: z.string().nullish(),
  endsAt: z.string().nullish(),
  fingerprint: z.string().nullish(),
});

/** Of both systems: by default they repeat an alert that fires, so one that is not repeated lapses. */
const THREE_DAYS = 4_320;

export const ALERTMANAGER: AlertSource = {
  read: (payload, mapping) => readAlertGroup(payload, mapping, []),
  lapseAfterMinutes: THREE_DAYS,
};

export const GRAFANA: AlertSource = {
  // What it sends if one of its rules has no data or cannot be evaluated: nothing about health, unless the mapping gives "no data" a state.
  read: (payload, mapping) => readAlertGroup(payload, mapping, ['DatasourceNoData', 'DatasourceError']),
  lapseAfterMinutes: THREE_DAYS,
};

/** A firing alert has the state of its severity, since startsAt; a resolved one is Healthy, since endsAt. Alerts with a name of `noData` have the severity "no data". */
function readAlertGroup(payload: unknown, mapping: SourceMapping, noData: readonly string[]): SourceReading {
  const group = parseInput(AlertGroup, payload);
  if (!group.success) return { isReadable: false, signals: [], issues: issuesOf(group.error), ignored: [], unmatched: [] };
  const { alerts } = group.data;
  const truncatedAlerts = group.data.truncatedAlerts ?? 0;
  const reading = sortOut(alerts.flatMap((alert, place) => mapAlert(alert, `alerts[${place}]`, mapping, noData)));
  const cut = `${truncatedAlerts} more were left out by the sender because of its own limit`;
  return truncatedAlerts > 0 ? { ...reading, issues: [...reading.issues, { path: 'truncatedAlerts', message: cut }] } : reading;
}

function mapAlert(given: unknown, path: string, mapping: SourceMapping, noData: readonly string[]): MappedAlert[] {
  const alert = parseInput(Alert, given);
  if (!alert.success) {
    const mistakes = issuesOf(alert.error).map((issue) => `${issue.path}${issue.path === '' ? '' : ' '}${issue.message}`);
    return [unreadable(path, { path, message: mistakes.join('; ') })];
  }
  const { status, labels, startsAt, endsAt, fingerprint } = alert.data;
  const annotations = alert.data.annotations ?? {};
  const isFiring = status === 'firing';
  const severity = noData.includes(labels.alertname ?? '') ? 'no data' : labels[mapping.severityLabel];
  const judged = stateOfSeverity(severity, mapping, `${path}.labels.${mapping.severityLabel}`);
  const begun = annotations.summary ?? annotations.description ?? annotations.message ?? labels.alertname ?? null;
  return [
    mapped({
      path,
      named: componentIn(labels, mapping, `${path}.labels`),
      // An alert that says nothing about health while firing says nothing when it ends.
      judged: isFiring || !('state' in judged) || judged.state === 'Ignore' ? judged : { state: 'Healthy' },
      observedAt: momentFrom(isFiring ? startsAt : endsAt),
      // The annotations describe the alert while it fires.
      message: isFiring ? begun : resolvedMessage(labels.alertname),
      alert: {
        key: fingerprint?.trim() || keyOf(labels),
        name: labels.alertname ?? null,
        startsAt: momentFrom(startsAt),
        endsAt: isFiring ? null : momentFrom(endsAt),
      },
    }),
  ];
}

/** Without a fingerprint, its labels tell an alert from others; its rule is one of them. */
function keyOf(labels: Readonly<Record<string, string>>): string {
  const names = Object.keys(labels).sort();
  return JSON.stringify(names.map((name) => [name, labels[name]]));
}

function resolvedMessage(alertname: string | undefined): string {
  return alertname === undefined || alertname.trim() === '' ? 'The alert is resolved.' : `The alert ${alertname.trim()} is resolved.`;
}
