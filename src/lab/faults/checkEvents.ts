/** Events, incidents and webhooks at the end of a fault run. */
import type { ClientHistory, Ending, FinalIncident, SeenDelivery, SeenEvent } from './history';
import { gapsIn, repeated, type Violation } from './violation';

export function checkEvents(_history: ClientHistory, ending: Ending): Violation[] {
  return [...checkFeed(ending), ...checkIncidents(ending), ...checkDeliveries(ending)];
}

function checkFeed({ feed, changes }: Ending): Violation[] {
  const found: Violation[] = [];
  let last = 0;
  for (const { sequence } of feed) {
    if (sequence !== last + 1) found.push({ promise: 'sequences', detail: `the feed sent event ${sequence} after event ${last}` });
    last = sequence;
  }
  for (const id of repeated(feed.map((event) => event.id)))
    found.push({ promise: 'sequences', detail: `event ${id} has two sequence numbers` });
  const versions = new Set(changes.flatMap(({ landscapeVersion }) => landscapeVersion ?? []));
  const sent = feed.filter(({ type }) => type === 'landscape.changed').map(({ landscapeVersion }) => landscapeVersion ?? 0);
  for (const gap of gapsIn(sent, 1, Math.max(0, ...versions)))
    found.push({ promise: 'sequences', detail: `the event of landscape version ${gap}` });
  return found;
}

const RESOLVED = new Set(['Resolved', 'Merged', 'Removed']);

function checkIncidents({ incidents, feed }: Ending): Violation[] {
  const found: Violation[] = [];
  const unresolved = incidents.filter(({ state }) => !RESOLVED.has(state)).map(({ cause }) => cause);
  for (const cause of repeated(unresolved)) found.push({ promise: 'incidents', detail: `${cause} has two unresolved incidents` });
  const opened = openedIn(feed);
  for (const id of repeated(opened)) found.push({ promise: 'incidents', detail: `incident ${id} has two opening events` });
  const known = new Set(incidents.map(({ id }) => id));
  for (const id of opened)
    if (!known.has(id)) found.push({ promise: 'incidents', detail: `incident ${id} has an opening event but does not exist` });
  const announced = new Set(opened);
  for (const id of known) if (!announced.has(id)) found.push({ promise: 'incidents', detail: `incident ${id} has no opening event` });
  return [...found, ...overlaps(incidents)];
}

function openedIn(events: readonly SeenEvent[]): string[] {
  return events.filter(({ type }) => type === 'incident.opened').map(({ incidentId }) => incidentId ?? '');
}

/** The time during which an incident had one cause; `to` is null if it still has it. */
interface Period {
  id: string;
  cause: string;
  from: string;
  to: string | null;
}

/** An incident's cause changes when its failure turns out to follow from another one; each cause gets a period. */
function periodsOf({ id, cause, openedAt, resolvedAt, causeChanges }: FinalIncident): Period[] {
  const starts = [openedAt, ...causeChanges.map(({ at }) => at)];
  const causes = [...causeChanges.map(({ from }) => from), cause];
  return causes.map((current, index) => ({ id, cause: current, from: starts[index]!, to: starts[index + 1] ?? resolvedAt }));
}

/** No cause has two incidents at a time: the next opens only after the previous one was resolved or got another cause. */
function overlaps(incidents: Ending['incidents']): Violation[] {
  const byCause = new Map<string, Period[]>();
  for (const period of incidents.filter(({ state }) => state !== 'Merged' && state !== 'Removed').flatMap(periodsOf))
    byCause.set(period.cause, [...(byCause.get(period.cause) ?? []), period]);
  return [...byCause].flatMap(([cause, periods]) => {
    const sorted = periods.sort((left, right) => left.from.localeCompare(right.from));
    return sorted.slice(1).flatMap((period, index) => {
      const before = sorted[index]!;
      if (before.to !== null && before.to <= period.from) return [];
      return [{ promise: 'incidents' as const, detail: `${cause} opened incident ${period.id} while ${before.id} was open` }];
    });
  });
}

function checkDeliveries({ deliveries, feed }: Ending): Violation[] {
  const found: Violation[] = [];
  const first = new Map<string, SeenDelivery>();
  const idOf = new Map<number, string>();
  for (const delivery of deliveries) {
    const { webhookId, body, isSigned, event } = delivery;
    if (!isSigned) found.push({ promise: 'webhooks', detail: `${webhookId} has no valid signature` });
    const known = first.get(webhookId);
    if (known !== undefined && known.body !== body)
      found.push({ promise: 'webhooks', detail: `${webhookId} was sent with two different bodies` });
    first.set(webhookId, known ?? delivery);
    const id = idOf.get(event.sequence);
    if (id !== undefined && id !== webhookId)
      found.push({ promise: 'webhooks', detail: `event ${event.sequence} was sent under two ids, ${id} and ${webhookId}` });
    idOf.set(event.sequence, webhookId);
  }
  for (const { sequence, id } of feed) {
    const delivered = idOf.get(sequence);
    if (delivered === undefined) found.push({ promise: 'webhooks', detail: `event ${sequence} was never delivered` });
    else if (delivered !== id)
      found.push({ promise: 'webhooks', detail: `event ${sequence} is ${id} in the feed, but was sent as ${delivered}` });
  }
  return found;
}
