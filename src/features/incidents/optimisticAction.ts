/** How an incident will look once the server has carried out an action. */
import type { Incident } from '@/contract/incidents';
import { isUnresolved } from '@/domain/health/incident';

export interface OptimisticAction {
  kind: 'Acknowledged' | 'Resolved' | 'Commented';
  text: string | null;
}

const YOU = { type: 'person', id: '', name: 'You' } as const;

export function withAction(incident: Incident, { kind, text }: OptimisticAction, at: string): Incident {
  const facts = kind === 'Resolved' ? { reason: 'ByPerson' } : {};
  const sequence = (incident.timeline.at(-1)?.sequence ?? 0) + 1;
  const timeline = [...incident.timeline, { sequence, at, kind, actor: YOU, text, facts }];
  if (kind === 'Acknowledged') return { ...incident, state: kind, acknowledgedAt: at, acknowledgedBy: YOU.name, timeline };
  if (kind === 'Resolved') {
    const endedAt = incident.endedAt ?? at;
    const closedAfterSeconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(endedAt)) / 1_000));
    return { ...incident, state: kind, resolvedAt: at, endedAt, closedAfterSeconds, symptoms: [], timeline };
  }
  return { ...incident, timeline };
}

/** Which actions to offer in this state. The server still decides. */
export function actionsFor({ state }: Pick<Incident, 'state'>): { mayAcknowledge: boolean; mayResolve: boolean; mayComment: boolean } {
  return { mayAcknowledge: state === 'Open', mayResolve: isUnresolved({ state }), mayComment: state !== 'Merged' };
}
