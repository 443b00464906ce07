/** Tells the planner what it cannot know: that the following statements join many rows. */
import type { Transaction } from '@/server/tenantDb';

/** Nested loops over fewer rows than this are cheap. */
const MANY = 100;

/**
 * For the rest of the transaction joins go without nested loops, where `count` rows are many. A tenant that was just loaded looks empty to the planner, and a
 * nested loop from one expected row becomes the square of what there really is; a hash or a merge join is as long as its inputs, whatever was expected.
 */
export async function planForMany(tx: Transaction, count: number): Promise<void> {
  if (count >= MANY) await tx.$executeRaw`set local enable_nestloop = off`;
}
