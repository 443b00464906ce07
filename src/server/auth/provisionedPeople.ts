/** What identity providers have sent by SCIM about people: whether they are active, and their groups. */
import { database, type Database } from '@/server/db/database';

import type { SsoProvider } from './ssoProviders';
import { asSystem } from '@/server/db/asSystem';

/** The name under which a provider's people and groups are kept. Another tenant for the provider begins with none. */
export function connectionOf({ tenant, id }: Pick<SsoProvider, 'tenant' | 'id'>): string {
  return `${tenant}:${id}`;
}

export interface ProvisionedPerson {
  isActive: boolean;
  /** By name and by the provider's own id. */
  groups: string[];
}

/** Null for somebody whom the provider has not sent. `email` in lower case. */
export async function provisionedPerson(
  provider: Pick<SsoProvider, 'tenant' | 'id'>,
  { id, email }: { id?: string | undefined; email: string },
): Promise<ProvisionedPerson | null> {
  const [found] = await asSystem<ProvisionedPerson>(
    database(),
    `select s."active" as "isActive",
       array(select unnest(array_remove(array[g."displayName", g."externalId"], null)) from "scim_group_member" m join "scim_group" g on g."id" = m."groupId"
         where m."scimUserId" = s."id") as "groups"
     from "scim_user" s join "user" u on u."id" = s."userId" where s."connectionId" = $1 and (u."id" = $2 or u."email" = $3)
     order by u."id" = $2 desc nulls last limit 1`,
    [connectionOf(provider), id ?? null, email],
  );
  return found ?? null;
}

/** Deletes what the providers of a tenant have sent, once the tenant is gone: it names people, and lies outside of the tenant's own tables. */
export async function forgetProvisioned(db: Database, tenantId: string): Promise<void> {
  const where = { provisioningDomainId: tenantId };
  await asSystem(db, async (tx) => {
    const select = { userId: true } as const;
    const people = [...(await tx.scimUser.findMany({ where, select })), ...(await tx.scimIdentityTombstone.findMany({ where, select }))];
    // Memberships of groups and grants go with these.
    await tx.scimGroup.deleteMany({ where });
    await tx.scimUser.deleteMany({ where });
    await tx.scimIdentityTombstone.deleteMany({ where });
    await tx.scimConnectionBinding.deleteMany({ where });
    await tx.scimSubject.deleteMany({
      where: { userId: { in: people.map(({ userId }) => userId) }, user: { scimUsers: { none: {} }, scimTombstones: { none: {} } } },
    });
  });
}
