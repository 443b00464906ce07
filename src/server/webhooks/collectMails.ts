/**
 * Keeps a person's mails from becoming too many: once a person got as many in an hour as are sent at once, the next one waits, and what happens
 * meanwhile is added to it. Nothing is added to a mail that a sender may already have.
 */
import { COUNTED_MS, mailTurn, type RecentMail } from '@/domain/notifications/mailLimit';
import type { EventEnvelope } from '@/contract/events';
import type { LoggedEvent } from '@/server/events/eventRows';
import type { Transaction } from '@/server/db/transaction';
import { append } from '@/plain/grouped';
import { collected, type MailToMake } from './gatherMails';

/** A mail, and when it is to be sent; null for at once. */
export interface TimedMail extends MailToMake {
  sendAt: Date | null;
}

/** Adds to mails that wait, and returns those that have to be made. The caller holds the endpoint. */
export async function limitMails(
  tx: Transaction,
  tenantId: string,
  endpointId: string,
  mails: readonly MailToMake[],
  now: Date,
): Promise<TimedMail[]> {
  const recent = await recentMails(tx, tenantId, endpointId, mails, now);
  const made: TimedMail[] = [];
  for (const mail of mails) {
    const turn = mailTurn(recent.get(mail.subscriberId ?? '') ?? [], now.getTime());
    if (turn.kind === 'joins') await addTo(tx, tenantId, turn.id, mail.event);
    else if (turn.kind === 'later') made.push({ ...mail, event: collected(mail.event), sendAt: new Date(turn.at) });
    else made.push({ ...mail, sendAt: null });
  }
  return made;
}

/** Those of the last hour by person, named by the event that they were made for. */
async function recentMails(
  tx: Transaction,
  tenantId: string,
  endpointId: string,
  mails: readonly MailToMake[],
  now: Date,
): Promise<Map<string, RecentMail[]>> {
  const people = mails.flatMap(({ subscriberId }) => subscriberId ?? []);
  const rows =
    people.length === 0
      ? []
      : await tx.webhookDelivery.findMany({
          where: { tenantId, endpointId, subscriberId: { in: people }, createdAt: { gt: new Date(now.getTime() - COUNTED_MS) } },
          select: { subscriberId: true, eventId: true, attempts: true, nextAttemptAt: true },
        });
  const recent = new Map<string, RecentMail[]>();
  for (const { subscriberId, eventId, attempts, nextAttemptAt } of rows)
    append(recent, subscriberId ?? '', { id: eventId, waitsUntil: attempts === 0 ? (nextAttemptAt?.getTime() ?? null) : null });
  return recent;
}

async function addTo(tx: Transaction, tenantId: string, eventId: string, added: LoggedEvent): Promise<void> {
  const key = { tenantId_eventId: { tenantId, eventId } };
  const { body, wholeBody } = await tx.webhookMessage.findUniqueOrThrow({ where: key });
  const open = JSON.parse(body) as EventEnvelope;
  const mail = collected({ open, whole: wholeBody === null ? open : (JSON.parse(wholeBody) as EventEnvelope) }, added);
  await tx.webhookMessage.update({ where: key, data: bodiesOf(mail) });
}

/** What is stored to be sent; with figures apart, if there are any. */
export function bodiesOf({ open, whole }: LoggedEvent): { body: string; wholeBody: string | null } {
  return { body: JSON.stringify(open), wholeBody: whole === open ? null : JSON.stringify(whole) };
}
