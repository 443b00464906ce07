/** Whom an event of the feed concerns: what people have themselves told is theirs, and what webhooks watch is for those who may list that. */
import { isRoleAtLeast, type Principal } from '@/domain/access';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
import type { LoggedEvent } from '@/server/events/eventRows';

export type Concerns = (principal: Principal) => boolean;

interface OwnData {
  isOwn?: true;
  subscriptionId?: string;
}

const everybody: Concerns = () => true;
/** As for the list of subscriptions: keys that read, and Admins. */
const whoeverListsThem: Concerns = ({ role }) => role === null || isRoleAtLeast(role, 'Admin');

/** For each event, in their order. One query, and none without an event of a person's own. */
export async function readersOf(tenant: TenantDb, events: readonly LoggedEvent[]): Promise<Concerns[]> {
  const { tenantId } = tenant;
  const own = events.flatMap(({ open }) => {
    const { isOwn, subscriptionId } = open.data as OwnData;
    return isOwn === true && subscriptionId !== undefined ? [subscriptionId] : [];
  });
  const rows =
    own.length === 0
      ? []
      : await read(tenant, (tx) =>
          tx.subscription.findMany({ where: { tenantId, id: { in: [...new Set(own)] } }, select: { id: true, subscriberId: true } }),
        );
  const people = new Map(rows.map(({ id, subscriberId }) => [id, subscriberId]));
  return events.map(({ open: { type, data } }) => {
    const { isOwn, subscriptionId } = data as OwnData;
    if (isOwn === true) return ({ type: kind, id }) => kind === 'person' && id === people.get(subscriptionId ?? '');
    return type.startsWith('notification.') ? whoeverListsThem : everybody;
  });
}
