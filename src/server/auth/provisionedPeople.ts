/** What identity providers have sent by SCIM about people: whether they are active, and their groups. */
import { database } from '../db';
import { systemRows } from '../tenantDb';
import type { SsoProvider } from './ssoProviders';

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
  const [found] = await systemRows<ProvisionedPerson>(
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
