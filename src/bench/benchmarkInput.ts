/** What every benchmark is told. */
import type { DatabaseAddresses } from '@/server/databaseAddresses';

export interface BenchmarkInput {
  /** The one part of it to run; null for all of it. */
  part: string | null;
  /** Small enough for a test: it shows that the benchmark works, and its figures say nothing. */
  isTiny: boolean;
  /** An empty, migrated database to work in; null for one of its own, which needs `needsDatabase`. */
  addresses: DatabaseAddresses | null;
}
