/** Revenue is visible and writable only with the permission for it; for everyone else it does not exist. */
import { AppError } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';
import type { ChangeRecord, Recorder } from './changeLandscape';

interface SegmentLike {
  annualRevenue?: unknown;
  capabilities?: readonly { capabilityId: string; revenueShare?: unknown }[] | undefined;
}

/** The entity without the revenue that `canSeeRevenue` does not cover. */
export function withoutRevenue<T extends object>(kind: EntityKind, entity: T, canSeeRevenue: boolean): T {
  if (canSeeRevenue || kind !== 'segment') return entity;
  const { annualRevenue: _, capabilities, ...rest } = entity as T & SegmentLike;
  return {
    ...rest,
    ...(capabilities === undefined ? {} : { capabilities: capabilities.map(({ capabilityId }) => ({ capabilityId })) }),
  } as unknown as T;
}

/** Throws `revenue_forbidden` if the input states revenue and the caller may not see it. */
export function assertMayWriteRevenue(kind: EntityKind, input: object, canSeeRevenue: boolean): void {
  if (canSeeRevenue || kind !== 'segment') return;
  const { annualRevenue, capabilities } = input as SegmentLike;
  const statesRevenue = annualRevenue !== undefined || capabilities?.some((row) => row.revenueShare !== undefined) === true;
  if (statesRevenue)
    throw new AppError(
      'revenue_forbidden',
      'annualRevenue and revenueShare need a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).',
    );
}

/** Whether `before` has revenue that `after` no longer has: an amount, or a capability's share. */
export function losesRevenue(before: SegmentLike, after: SegmentLike | null): boolean {
  const kept = new Map(after?.capabilities?.map(({ capabilityId, revenueShare }) => [capabilityId, revenueShare]));
  return (
    ((before.annualRevenue ?? null) !== null && (after?.annualRevenue ?? null) === null) ||
    before.capabilities?.some(
      ({ capabilityId, revenueShare }) => (revenueShare ?? null) !== null && (kept.get(capabilityId) ?? null) === null,
    ) === true
  );
}

/** The refusal for deleting revenue without the right to see it. */
export function revenueWouldGo(technicalName: string): AppError {
  return new AppError(
    'revenue_forbidden',
    `This would delete revenue of the segment ${technicalName} (annualRevenue or a revenueShare). That needs a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).`,
  );
}

/** Wraps `record` for a deletion: throws `revenue_forbidden` at the first change that removes revenue without the right to it. */
export function keepingRevenue(record: Recorder, canSeeRevenue: boolean): (change: ChangeRecord) => void {
  if (canSeeRevenue) return record;
  return (change) => {
    const { kind, before, after, technicalName } = change;
    if (kind === 'segment' && before !== null && losesRevenue(before, after)) throw revenueWouldGo(technicalName);
    record(change);
  };
}
