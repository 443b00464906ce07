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
  /** Whether the mail was held back, to gather what happens for a while. */
  isCollected?: true;
}

/** One mail, and whose it is; null for what is neither gathered nor limited. */
export interface MailToMake {
  event: LoggedEvent;
  subscriberId: string | null;
}

export function subscriptionIdOf({ data }: EventEnvelope): string {
  return (data as OwnData).subscriptionId ?? '';
}

export function isCollected({ data }: EventEnvelope): boolean {
  return (data as OwnData).isCollected === true;
}

/** The events that a mail is about, at least one. */
export function partsOf({ data, ...event }: EventEnvelope): EventEnvelope[] {
  const { together = [], isCollected: _isCollected, ...own } = data as OwnData;
  return [{ ...event, data: own as EventEnvelope['data'] }, ...together];
}

/** One for each mail, in the order of the first event that it is about. */
export async function gatherByPerson(tx: Transaction, tenantId: string, events: readonly LoggedEvent[]): Promise<MailToMake[]> {
  const ids = events.flatMap(({ open }) => (GATHERED.includes(open.type) ? [subscriptionIdOf(open)] : []));
  const rows = await tx.subscription.findMany({
    where: { tenantId, id: { in: [...new Set(ids)] } },
    select: { id: true, subscriberId: true },
  });
  const people = new Map(rows.map(({ id, subscriberId }) => [id, subscriberId]));
  const mails = new Map<string, { events: LoggedEvent[]; subscriberId: string | null }>();
  for (const event of events) {
    const { id, type } = event.open;
    const subscriberId = (GATHERED.includes(type) ? people.get(subscriptionIdOf(event.open)) : null) ?? null;
    const mail = mails.get(subscriberId ?? id) ?? { events: [], subscriberId };
    mail.events.push(event);
    mails.set(subscriberId ?? id, mail);
  }
  return [...mails.values()].map((mail) => ({ event: asOne(mail.events), subscriberId: mail.subscriberId }));
}

function asOne(events: readonly LoggedEvent[], marks: Pick<OwnData, 'isCollected'> = {}): LoggedEvent {
  const [first, ...rest] = events;
  if (first === undefined) throw new Error('A mail is about something.');
  const inForm = (form: keyof LoggedEvent): EventEnvelope => ({
    ...first[form],
    data: { ...first[form].data, ...(rest.length === 0 ? {} : { together: rest.map((event) => event[form]) }), ...marks },
  });
  const open = inForm('open');
  return { open, whole: events.every((event) => event.open === event.whole) ? open : inForm('whole') };
}

/** The mail as one that waits, and tells of each subscription what was last. `added` are mails that happened after it, if any. */
export function collected(mail: LoggedEvent, ...added: readonly LoggedEvent[]): LoggedEvent {
  const latest = new Map<string, LoggedEvent>();
  for (const part of [mail, ...added].flatMap(partsInBothForms)) {
    const id = subscriptionIdOf(part.open);
    // What was last comes last.
    latest.delete(id);
    latest.set(id, part);
  }
  return asOne([...latest.values()], { isCollected: true });
}

function partsInBothForms({ open, whole }: LoggedEvent): LoggedEvent[] {
  const openParts = partsOf(open);
  const wholeParts = open === whole ? openParts : partsOf(whole);
  return openParts.map((part, index) => ({ open: part, whole: wholeParts[index] ?? part }));
}
