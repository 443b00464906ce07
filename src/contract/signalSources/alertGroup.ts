/** The webhook payloads of Prometheus Alertmanager (version 4) and of Grafana's alerting, which has the same shape with more fields. */
import { z } from 'zod';
import type { Issue } from '@/domain/errors';
import { addUp, componentIn, mapped, momentFrom, stateOfSeverity, unreadable } from './mappedAlert';
import type { MappedAlert } from './mappedAlert';
import type { SignalSource, SourceMapping, SourceReading } from './signalSource';
import { parseInput } from '@/contract/parseInput';

const texts = z.record(z.string(), z.string());

/** Fields beyond these may be there: they are the other system's business. */
const AlertGroup = z.object({ alerts: z.array(z.unknown()), truncatedAlerts: z.number().optional() });
const Alert = z.object({
  status: z.enum(['firing', 'resolved']),
  labels: texts,
  annotations: texts.optional(),
  startsAt: z.string().optional(),
  endsAt: z.string().optional(),
});

/** Reads a group of alerts. Firing alerts are as bad as their severity, since startsAt; resolved ones are Healthy, since endsAt. */
export function readAlertGroup(source: SignalSource, payload: unknown, mapping: SourceMapping): SourceReading {
  const group = parseInput(AlertGroup, payload);
  if (!group.success) {
    return { isReadable: false, signals: [], issues: issuesOf(group.error, ''), ignored: 0, unmatched: [] };
  }
  const { alerts, truncatedAlerts = 0 } = group.data;
  const reading = addUp(
    source,
    alerts.flatMap((alert, place) => mapAlert(source, alert, `alerts[${place}]`, mapping)),
  );
  const cut = `${truncatedAlerts} more were left out by the sender, which was told to send so many at most`;
  return truncatedAlerts > 0 ? { ...reading, issues: [...reading.issues, { path: 'truncatedAlerts', message: cut }] } : reading;
}

/** What Grafana sends of a rule of its own that has no data or cannot be evaluated: that says nothing about health, unless somebody says so of "no data". */
const NO_DATA_ALERTS: ReadonlySet<string> = new Set(['DatasourceNoData', 'DatasourceError']);

function mapAlert(source: SignalSource, given: unknown, path: string, mapping: SourceMapping): MappedAlert[] {
  const alert = parseInput(Alert, given);
  if (!alert.success) {
    const [first, ...others] = issuesOf(alert.error, path);
    const message = [first, ...others].flatMap((issue) => (issue === undefined ? [] : [`${issue.path}: ${issue.message}`])).join('; ');
    return first === undefined ? [] : [unreadable({ path, message })];
  }
  const { status, labels, annotations = {}, startsAt, endsAt } = alert.data;
  const isFiring = status === 'firing';
  const severity = source === 'grafana' && NO_DATA_ALERTS.has(labels.alertname ?? '') ? 'no data' : labels[mapping.severityLabel];
  const judged = stateOfSeverity(severity, mapping, `${path}.labels.${mapping.severityLabel}`);
  const begun = annotations.summary ?? annotations.description ?? annotations.message ?? labels.alertname ?? null;
  return [
    mapped({
      named: componentIn(labels, mapping, `${path}.labels`),
      // An alert that says nothing about health when it fires says nothing when it ends.
      judged: isFiring || !('state' in judged) || judged.state === 'Ignore' ? judged : { state: 'Healthy' },
      observedAt: momentFrom(isFiring ? startsAt : endsAt),
      // What its annotations say was so while it fired.
      message: isFiring ? begun : resolvedMessage(labels.alertname),
    }),
  ];
}

function resolvedMessage(alertname: string | undefined): string {
  return alertname === undefined || alertname.trim() === '' ? 'The alert is resolved.' : `The alert ${alertname.trim()} is resolved.`;
}

function issuesOf(error: z.ZodError, path: string): Issue[] {
  return error.issues.map((issue) => ({
    path: issue.path.reduce<string>(pathWith, path),
    message: issue.message,
  }));
}

function pathWith(path: string, part: PropertyKey): string {
  return typeof part === 'number' ? `${path}[${part}]` : `${path}${path === '' ? '' : '.'}${String(part)}`;
}
