/** Tells the planner what it cannot know: that the following statements join many rows. */
import type { Transaction } from '@/server/db/transaction';

/** Nested loops over fewer rows than this are cheap. */
const MANY = 100;

/**
 * For the rest of the transaction, joins do not use nested loops if `count` rows are many. A tenant that was just loaded looks empty to the
 * planner. A nested loop planned for one row then takes quadratic time; a hash or merge join takes time in proportion to its inputs,
 * whatever was expected.
 */
export async function planForMany(tx: Transaction, count: number): Promise<void> {
  if (count >= MANY) await tx.$executeRaw`set local enable_nestloop = off`;
}
