/** Checks that everything an entity refers to exists in its tenant, and reports the path of each id that does not. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { AppError, invalidInput, type Issue } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';
import type { Transaction } from '@/server/db/transaction';
import { modelOf } from './entityTables';

interface Reference {
  path: string;
  id: string;
}

/** Throws `invalid_input` with every path whose id is unknown. */
export async function assertLinksExist(
  tx: Transaction,
  tenantId: string,
  kind: EntityKind,
  fields: Record<string, unknown>,
): Promise<void> {
  const issues: Issue[] = [];
  for (const link of ENTITY_REGISTRY[kind].links) {
    const references = referencesIn(link.field, link.rowKey, fields[link.field]);
    const missing = await missingOf(tx, tenantId, link.target, references);
    issues.push(...missing.map(({ path }) => ({ path, message: `no ${ENTITY_REGISTRY[link.target].singular} has this id` })));
  }
  if (issues.length > 0)
    throw new AppError(
      'invalid_input',
      issues
        .map((issue) => `${issue.path}: ${issue.message}`)
        .slice(0, 3)
        .join('; '),
      { issues },
    );
}

function referencesIn(field: string, rowKey: string | undefined, value: unknown): Reference[] {
  if (typeof value === 'string') return [{ path: field, id: value }];
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown, index) =>
    rowKey === undefined
      ? { path: `${field}[${index}]`, id: String(item) }
      : { path: `${field}[${index}].${rowKey}`, id: String((item as Record<string, unknown>)[rowKey]) },
  );
}

async function missingOf(tx: Transaction, tenantId: string, target: EntityKind, references: readonly Reference[]): Promise<Reference[]> {
  if (references.length === 0) return [];
  const found = await modelOf(tx, target).findMany({
    where: { tenantId, id: { in: references.map(({ id }) => id) } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  return references.filter(({ id }) => !known.has(id));
}

/** Capabilities form a tree: throws `invalid_input` if `parentId` is the capability itself or below it. */
export async function assertNoCapabilityCycle(tx: Transaction, tenantId: string, id: string, parentId: string): Promise<void> {
  const path = await tx.$queryRaw<{ id: string }[]>`
    with recursive ancestor("id", "parentId") as (
      select "id", "parentId" from "capability" where "tenantId" = ${tenantId}::uuid and "id" = ${parentId}::uuid
      union
      select c."id", c."parentId" from "capability" c join ancestor a on c."id" = a."parentId" where c."tenantId" = ${tenantId}::uuid
    )
    select "id"::text as id from ancestor where "id" = ${id}::uuid`;
  if (path.length > 0) throw invalidInput('parentId', 'is this capability itself or is below it; capabilities form a tree');
}
