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
    if (sequence !== last + 1) found.push({ promise: 'sequences', detail: `the feed told event ${sequence} after event ${last}` });
    last = sequence;
  }
  for (const id of repeated(feed.map((event) => event.id))) found.push({ promise: 'sequences', detail: `event ${id} has two numbers` });
  const versions = new Set(changes.flatMap(({ landscapeVersion }) => landscapeVersion ?? []));
  const told = feed.filter(({ type }) => type === 'landscape.changed').map(({ landscapeVersion }) => landscapeVersion ?? 0);
  for (const gap of gapsIn(told, 1, Math.max(0, ...versions)))
    found.push({ promise: 'sequences', detail: `the event of landscape version ${gap}` });
  return found;
}

const RESOLVED = new Set(['Resolved', 'Merged', 'Removed']);

function checkIncidents({ incidents, feed }: Ending): Violation[] {
  const found: Violation[] = [];
  const unresolved = incidents.filter(({ state }) => !RESOLVED.has(state)).map(({ cause }) => cause);
  for (const cause of repeated(unresolved)) found.push({ promise: 'incidents', detail: `${cause} has two unresolved incidents` });
  const opened = openedIn(feed);
  for (const id of repeated(opened)) found.push({ promise: 'incidents', detail: `the opening of incident ${id} was told twice` });
  const known = new Set(incidents.map(({ id }) => id));
  for (const id of opened) if (!known.has(id)) found.push({ promise: 'incidents', detail: `incident ${id} was told, and is not there` });
  const told = new Set(opened);
  for (const id of known) if (!told.has(id)) found.push({ promise: 'incidents', detail: `the opening of incident ${id} was not told` });
  return [...found, ...overlaps(incidents)];
}

function openedIn(events: readonly SeenEvent[]): string[] {
  return events.filter(({ type }) => type === 'incident.opened').map(({ incidentId }) => incidentId ?? '');
}

/** How long an incident was about one cause; `to` is null if it still is. */
interface Period {
  id: string;
  cause: string;
  from: string;
  to: string | null;
}

/** One that turns out to follow from another failure is about that one from then on. */
function periodsOf({ id, cause, openedAt, resolvedAt, causeChanges }: FinalIncident): Period[] {
  const starts = [openedAt, ...causeChanges.map(({ at }) => at)];
  const causes = [...causeChanges.map(({ from }) => from), cause];
  return causes.map((one, index) => ({ id, cause: one, from: starts[index]!, to: starts[index + 1] ?? resolvedAt }));
}

/** No cause has two incidents at a time: one opens only after the one before it was resolved, or became about something else. */
function overlaps(incidents: Ending['incidents']): Violation[] {
  const byCause = new Map<string, Period[]>();
  for (const period of incidents.filter(({ state }) => state !== 'Merged' && state !== 'Removed').flatMap(periodsOf))
    byCause.set(period.cause, [...(byCause.get(period.cause) ?? []), period]);
  return [...byCause].flatMap(([cause, some]) => {
    const sorted = some.sort((left, right) => left.from.localeCompare(right.from));
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
    if (known !== undefined && known.body !== body) found.push({ promise: 'webhooks', detail: `${webhookId} came with two bodies` });
    first.set(webhookId, known ?? delivery);
    const id = idOf.get(event.sequence);
    if (id !== undefined && id !== webhookId)
      found.push({ promise: 'webhooks', detail: `event ${event.sequence} came under two ids, ${id} and ${webhookId}` });
    idOf.set(event.sequence, webhookId);
  }
  for (const { sequence, id } of feed) {
    const delivered = idOf.get(sequence);
    if (delivered === undefined) found.push({ promise: 'webhooks', detail: `event ${sequence} was never delivered` });
    else if (delivered !== id)
      found.push({ promise: 'webhooks', detail: `event ${sequence} is ${id} in the feed, and came as ${delivered}` });
  }
  return found;
}
