/** Finds out which component a filter means. */
import { isGuid } from '@/contract/values/guid';
import type { ReadStatement } from '@/server/db/boundReaders';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

const COMPONENT_BY_NAME: ReadStatement = {
  name: 'component id by name',
  text: `select "id" from "component" where "tenantId" = $1::uuid and "technicalName" = $2`,
};

/** A GUID as it is, even of a component that is gone; a name as the id of what has it now, null if nothing does. */
export async function componentIdOf(tenant: TenantDb, reference: string): Promise<string | null> {
  if (isGuid(reference)) return reference.toLowerCase();
  const [named] = await read<{ id: string }>(tenant, COMPONENT_BY_NAME, [reference]);
  return named?.id ?? null;
}
