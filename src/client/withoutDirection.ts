/** Removes what TanStack adds to queries of an infinite list: the server rejects unknown fields. */
import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '@/server/procedures/root';

export function withoutGrowth(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('direction' in input)) return input;
  const { direction, ...rest } = input;
  return direction === 'forward' || direction === 'backward' ? rest : input;
}

export const withoutDirection: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    next({ ...op, input: withoutGrowth(op.input) });
