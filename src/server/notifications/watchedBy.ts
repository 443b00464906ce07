/** Finds what a new subscription is to watch, by its kind and reference. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { SubscriptionCreate } from '@/contract/subscriptions';
import { isGuid } from '@/contract/values/guid';
import { invalidInput } from '@/domain/errors';
import type { Subscription as Row } from '@generated/client';
import type { Transaction } from '@/server/db/transaction';
import { ENTITY_TABLES } from '@/server/landscape/entityTables';

export interface Seen {
  /** What is stored of it. */
  stored: Pick<Row, 'entityId' | 'technicalName' | 'team'>;
  /** What people call it. */
  name: string;
}

/** Throws 400 for an entity that does not exist, and for a team without an application. */
export async function watchedBy(tx: Transaction, tenantId: string, { kind, entity, team }: SubscriptionCreate['watch']): Promise<Seen> {
  if (kind === 'tenant') return { stored: { entityId: null, technicalName: null, team: null }, name: 'Everything' };
  if (kind === 'team') {
    await assertTeam(tx, tenantId, 'watch.team', team ?? '');
    return { stored: { entityId: null, technicalName: null, team: team ?? '' }, name: `Team ${team}` };
  }
  const reference = entity ?? '';
  const key = isGuid(reference) ? '"id" = $2::uuid' : '"technicalName" = $2';
  const [found] = await tx.$queryRawUnsafe<{ id: string; technicalName: string; name: string }[]>(
    `select "id"::text as "id", "technicalName", "name" from "${ENTITY_TABLES[kind].table}" where "tenantId" = $1::uuid and ${key}`,
    tenantId,
    isGuid(reference) ? reference.toLowerCase() : reference,
  );
  if (found === undefined) throw invalidInput('watch.entity', `there is no ${ENTITY_REGISTRY[kind].singular} "${reference}"`);
  return { stored: { entityId: found.id, technicalName: found.technicalName, team: null }, name: found.name };
}

/** `path` is where the request names the team. */
export async function assertTeam(tx: Transaction, tenantId: string, path: string, team: string): Promise<void> {
  const owned = await tx.application.count({ where: { tenantId, ownerTeam: team }, take: 1 });
  if (owned === 0) throw invalidInput(path, `no application has the ownerTeam "${team}"`);
}
