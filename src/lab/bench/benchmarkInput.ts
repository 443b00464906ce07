/** The input of every benchmark. */
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';

export interface BenchmarkInput {
  /** The part to run; null for all. */
  part: string | null;
  /** Small enough for a test: shows that the benchmark works, but its figures mean nothing. */
  isTiny: boolean;
  /** The size of a million components, or of a thousand tenants, and only that, in benchmarks that have it. */
  isLarge: boolean;
  /** An empty, migrated database; null for a temporary one, which needs `needsDatabase`. */
  addresses: DatabaseAddresses | null;
}
