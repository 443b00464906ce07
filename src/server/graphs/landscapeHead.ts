/** Asks the database, before each answer, for a tenant's landscape version. */
import { sharedCheck } from '@/server/sharedChecks';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
import type { DomainRule } from '@/domain/graph/questions/grouping';

export interface LandscapeHead {
  version: number;
  currency: string;
  domains: DomainRule;
}

/** The landscape version, currency and domains, as of this call or later. */
export function landscapeHead(tenant: TenantDb): Promise<LandscapeHead> {
  return sharedCheck('landscapeChecks', tenant.tenantId, () => readHead(tenant));
}

/** Of the landscape version `v` and the tenant `t`. */
export const HEAD_COLUMNS = `v."version", t."currency", json_build_object('by', t."domainsBy", 'separator', t."teamSeparator") as "domains"`;

const HEAD = {
  name: 'landscape head',
  text: `select ${HEAD_COLUMNS} from "landscape_version" v join "tenant" t on t."id" = v."tenantId" where v."tenantId" = $1::uuid`,
};

async function readHead(tenant: TenantDb): Promise<LandscapeHead> {
  const [head] = await read<LandscapeHead>(tenant, HEAD);
  if (head === undefined) throw new Error('The tenant has no landscape version row.');
  return head;
}
