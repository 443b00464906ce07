/**
 * Decides which replica looks after a tenant. Each replica works this out alone: of all living replicas, the one whose hash together with
 * the tenant's is the highest (Thaler and Ravishankar, "A name-based mapping scheme for rendezvous", 1996). When a replica comes or goes,
 * only the tenants that it gains or loses move.
 */

/** A 32-bit hash of a text, evenly spread (FNV-1a, then the finalizer of MurmurHash3). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return spread(hash);
}

function spread(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Replicas with their hashes, computed once for many tenants. */
export interface Living {
  readonly ids: readonly string[];
  readonly hashes: readonly number[];
}

/** In the same order everywhere, so that every replica picks the same of two with equal scores. */
export function living(ids: readonly string[]): Living {
  const sorted = [...ids].sort();
  return { ids: sorted, hashes: sorted.map(hashOf) };
}

/** The replica for the tenant with this hash; null if none is alive. */
export function ownerOf(tenantHash: number, { ids, hashes }: Living): string | null {
  let [best, owner]: [number, string | null] = [-1, null];
  for (let index = 0; index < ids.length; index++) {
    const score = spread(tenantHash ^ (hashes[index] ?? 0));
    if (score > best) [best, owner] = [score, ids[index] ?? null];
  }
  return owner;
}
