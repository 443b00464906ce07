/** The webhook payloads of Prometheus Alertmanager (version 4) and of Grafana's alerting, which has the same shape with more fields. */
import { z } from 'zod';
import type { Issue } from '@/domain/errors';
import { addUp, componentIn, mapped, momentFrom, stateOfSeverity } from './mappedAlert';
import type { MappedAlert } from './mappedAlert';
import type { SignalSource, SourceMapping, SourceReading } from './signalSource';

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
  const group = AlertGroup.safeParse(payload);
  if (!group.success) {
    return { signals: [], issues: issuesOf(group.error, ''), ignored: 0 };
  }
  const { alerts, truncatedAlerts = 0 } = group.data;
  const reading = addUp(
    source,
    alerts.flatMap((alert, place) => mapAlert(alert, `alerts[${place}]`, mapping)),
  );
  const cut = `${truncatedAlerts} more were left out by the sender, which was told to send so many at most`;
  return truncatedAlerts > 0 ? { ...reading, issues: [...reading.issues, { path: 'truncatedAlerts', message: cut }] } : reading;
}

function mapAlert(given: unknown, path: string, mapping: SourceMapping): MappedAlert[] {
  const alert = Alert.safeParse(given);
  if (!alert.success) {
    return issuesOf(alert.error, path).map((issue) => ({ issue }));
  }
  const { status, labels, annotations = {}, startsAt, endsAt } = alert.data;
  const named = componentIn(labels, mapping, `${path}.labels`);
  if ('issue' in named) {
    return [named];
  }
  const judged = stateOfSeverity(labels[mapping.severityLabel], mapping, `${path}.labels.${mapping.severityLabel}`);
  if ('issue' in judged) {
    return [judged];
  }
  const message = annotations.summary ?? annotations.description ?? annotations.message ?? labels.alertname ?? null;
  const isFiring = status === 'firing';
  // An alert that says nothing about health when it fires says nothing when it ends.
  const state = isFiring || judged.state === 'Ignore' ? judged.state : 'Healthy';
  return [mapped(named.component, state, momentFrom(isFiring ? startsAt : endsAt), message)];
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
