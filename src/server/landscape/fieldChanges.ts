/** Compares two states of an entity field by field. */
import type { ChangeEntry } from '@/contract/changes';
import { referenceOf, type Reference } from '@/domain/references';

/** Fields that every update changes, which are left out. */
const BOOKKEEPING = new Set(['id', 'createdAt', 'updatedAt', 'version']);

type FieldChange = ChangeEntry['fields'][number];

/** Each field that differs, in the order of the entity's fields. With `canSeeRevenue` false, revenue is listed without values. */
export function fieldChanges(kind: string, before: object | null, after: object | null, canSeeRevenue: boolean): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field): FieldChange[] => {
    const [from, to] = [valueIn(before, field), valueIn(after, field)];
    if (BOOKKEEPING.has(field) || JSON.stringify(from) === JSON.stringify(to)) return [];
    if (kind !== 'segment' || canSeeRevenue) return [{ field, from, to }];
    if (field === 'annualRevenue') return [{ field, withheld: true }];
    if (field === 'capabilities') return capabilityChanges(from, to);
    return [{ field, from, to }];
  });
}

/** Null if there is no such state. What was recorded before its kind could have references had none. */
function valueIn(state: object | null, field: string): unknown {
  if (state === null) return null;
  const value = (state as Record<string, unknown>)[field] ?? null;
  return field === 'references' ? ((value ?? []) as readonly Reference[]).map(referenceOf) : value;
}

/** The capabilities without their shares. If only the shares differ, says only that they do. */
function capabilityChanges(from: unknown, to: unknown): FieldChange[] {
  const idsOf = (rows: unknown): { capabilityId: string }[] | null =>
    Array.isArray(rows) ? (rows as { capabilityId: string }[]).map(({ capabilityId }) => ({ capabilityId })) : null;
  const [was, is] = [idsOf(from), idsOf(to)];
  const changes: FieldChange[] = JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field: 'capabilities', from: was, to: is }];
  if (hasOtherShares(from, to)) changes.push({ field: 'capabilities.revenueShare', withheld: true });
  return changes;
}

function hasOtherShares(from: unknown, to: unknown): boolean {
  const sharesOf = (rows: unknown): Map<string, unknown> =>
    new Map(
      Array.isArray(rows)
        ? (rows as { capabilityId: string; revenueShare?: unknown }[]).map((row) => [row.capabilityId, row.revenueShare ?? null])
        : [],
    );
  const [was, is] = [sharesOf(from), sharesOf(to)];
  return [...new Set([...was.keys(), ...is.keys()])].some((id) => (was.get(id) ?? null) !== (is.get(id) ?? null));
}
