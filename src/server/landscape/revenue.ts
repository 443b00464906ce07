/** Revenue is seen and written only by those who may; for all others it is not there. */
import { AppError } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';

interface SegmentLike {
  annualRevenue?: unknown;
  capabilities?: readonly { capabilityId: string; revenueShare?: unknown }[] | undefined;
}

/** The entity without what `canSeeRevenue` does not cover. */
export function withoutRevenue<T extends object>(kind: EntityKind, entity: T, canSeeRevenue: boolean): T {
  if (canSeeRevenue || kind !== 'segment') return entity;
  const { annualRevenue: _, capabilities, ...rest } = entity as T & SegmentLike;
  return {
    ...rest,
    ...(capabilities === undefined ? {} : { capabilities: capabilities.map(({ capabilityId }) => ({ capabilityId })) }),
  } as unknown as T;
}

/** Throws `revenue_forbidden` when the input states revenue and the caller may not see it. */
export function assertMayWriteRevenue(kind: EntityKind, input: object, canSeeRevenue: boolean): void {
  if (canSeeRevenue || kind !== 'segment') return;
  const { annualRevenue, capabilities } = input as SegmentLike;
  const statesRevenue = annualRevenue !== undefined || capabilities?.some((row) => row.revenueShare !== undefined) === true;
  if (statesRevenue) {
    throw new AppError(
      'revenue_forbidden',
      'annualRevenue and revenueShare need a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).',
    );
  }
}
