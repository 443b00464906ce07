/**
 * Gathers what one person is told at the same moment into one mail, because an outage can touch everything that they watch. The set is stored
 * with the delivery, so a mail that is sent again says the same under the same id.
 */
import type { EventEnvelope, EventType } from '@/contract/events';
import type { LoggedEvent } from '@/server/events/eventRows';
import type { Transaction } from '@/server/db/transaction';

const GATHERED: readonly EventType[] = ['notification.raised', 'notification.cleared'];

/** What an event of somebody's own subscription names; `together` are the events that are told in the same mail. */
interface OwnData {
  subscriptionId?: string;
  together?: readonly EventEnvelope[];
}

export function subscriptionIdOf({ data }: EventEnvelope): string {
  return (data as OwnData).subscriptionId ?? '';
}

/** The events that a mail is about, at least one. */
export function partsOf({ data, ...event }: EventEnvelope): EventEnvelope[] {
  const { together = [], ...own } = data as OwnData;
  return [{ ...event, data: own as EventEnvelope['data'] }, ...together];
}

/** One event for each mail, in the order of the first that it is about. */
export async function gatherByPerson(tx: Transaction, tenantId: string, events: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const ids = events.flatMap(({ open }) => (GATHERED.includes(open.type) ? [subscriptionIdOf(open)] : []));
  if (ids.length < 2) return [...events];
  const rows = await tx.subscription.findMany({
    where: { tenantId, id: { in: [...new Set(ids)] } },
    select: { id: true, subscriberId: true },
  });
  const people = new Map(rows.map(({ id, subscriberId }) => [id, subscriberId]));
  const mails = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    const { id, type } = event.open;
    const key = (GATHERED.includes(type) ? people.get(subscriptionIdOf(event.open)) : null) ?? id;
    mails.set(key, [...(mails.get(key) ?? []), event]);
  }
  return [...mails.values()].map(asOne);
}

function asOne(events: readonly LoggedEvent[]): LoggedEvent {
  const [first, ...rest] = events;
  if (first === undefined) throw new Error('A mail is about something.');
  if (rest.length === 0) return first;
  const inForm = (form: keyof LoggedEvent): EventEnvelope => ({
    ...first[form],
    data: { ...first[form].data, together: rest.map((event) => event[form]) },
  });
  const open = inForm('open');
  return { open, whole: events.every((event) => event.open === event.whole) ? open : inForm('whole') };
}
